/** Hebrew points and cantillation, Latin accents, and marks that only steer direction. */
const dropped = /[\p{Mn}\p{Cf}]/gu;
const joiners = /[\u05be\u2010-\u2015\-/_]/g;
const quotes = /['"`´\u05f3\u05f4\u2018-\u201f]/g;
/** "ת'ויניל" is how "את הוויניל" is spoken, and "ת השער" how "את השער" is. */
const spokenObject = /(^|\s)ת['׳\u2019](?=[א-ת])/g;
const spokenParticle = /(^|\s)ת(?=\s|$)/g;
/** A prefix stuck to a foreign word or a number, and a unit stuck to a number: "לMDF", "ל6", "20סמ", "3m". */
const seams = /(?<=[א-ת])(?=[a-z\d])|(?<=\d)(?=\p{L})|(?<=[a-z])(?=[א-ת])/gu;
const finals: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** One spelling for what people write in many: points, final letters, quotes, case and dashes make no difference. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(dropped, '')
    .replace(joiners, ' ')
    .replace(spokenObject, '$1את ה')
    .replace(spokenParticle, '$1את')
    .replace(quotes, '')
    .toLowerCase()
    .replace(/[ךםןףץ]/g, (letter) => finals[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(seams, ' ')
    .trim();

export const tokensOf = (text: string): readonly string[] => {
  const plain = normalise(text);
  return plain === '' ? [] : plain.split(' ');
};

const isHebrew = (token: string): boolean => /^[\u05d0-\u05ea]+$/.test(token);

const pairs = new Set(['וה', 'שה', 'בה', 'לה', 'מה', 'כש', 'וב', 'ול', 'ומ', 'וש', 'וכ', 'של']);
const singles = new Set(['ה', 'ב', 'ל', 'ו', 'ש', 'כ', 'מ']);

/** The word itself and what may be left of it without one prefix, when three letters remain. */
export const variantsOf = (token: string): readonly string[] => {
  if (!isHebrew(token)) return [token];
  const variants = [token];
  if (token.length >= 4 && singles.has(token.slice(0, 1))) variants.push(token.slice(1));
  if (token.length >= 5 && pairs.has(token.slice(0, 2))) variants.push(token.slice(2));
  return variants;
};

/** Near enough to say that two forms are one word: plural, feminine, doubled letters. */
export const stemOf = (token: string): string => (isHebrew(token) ? hebrewStem(token) : englishStem(token));

const hebrewStem = (token: string): string => {
  const plain = token.replaceAll('וו', 'ו').replaceAll('יי', 'י');
  const cut = (ending: string, least: number): string | undefined =>
    plain.endsWith(ending) && plain.length >= least ? plain.slice(0, -ending.length) : undefined;
  return cut('יות', 5) ?? cut('ות', 4) ?? cut('ימ', 5) ?? cut('ה', 3) ?? cut('ת', 3) ?? cut('י', 4) ?? plain;
};

const englishStem = (token: string): string => {
  if (token.length >= 7 && token.endsWith('ing')) return token.slice(0, -3);
  if (token.length > 4 && token.endsWith('ies')) return `${token.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(token) && token.length > 4) return token.slice(0, -2);
  if (token.endsWith('s') && !token.endsWith('ss') && token.length > 3) return token.slice(0, -1);
  return token;
};
