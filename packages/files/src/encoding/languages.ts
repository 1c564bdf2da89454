import type { EncodingName } from './codec.ts';

/**
 * Which letters beyond a–z a language writes. Neighbouring code pages put another accented letter at the same byte
 * (ã and ă, è and č, õ and ő), so a text looks like words in each of them; only the right one gives letters that
 * one language uses together.
 */
const icelandic = 'áðéíóúýþæö';
const western = [
  'áàâãçéêíóôõúü',
  'áéíñóúü',
  'àâæçéèêëîïôœùûüÿ',
  'àèéìíòóùú',
  'äöüßé',
  'åäöéæøü',
  'éëïöüèáó',
  'áàçéèíïóòúü',
  icelandic,
];
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîșțşţ', 'čćđšž', 'äöüß'];
const languages: Readonly<Record<EncodingName, readonly string[]>> = {
  'windows-1252': western,
  'iso-8859-15': western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1254': ['çğıiöşüâîû'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
};

export const latinEncodings: readonly EncodingName[] = Object.keys(languages);

const isLetter = /\p{L}/u;

/** The share of letters beyond a–z that belong to the one language that explains most of them. */
export const languageFit = (
  text: string,
  encoding: EncodingName,
): { readonly share: number; readonly letters: number } => {
  const counts = new Map<string, number>();
  let letters = 0;
  for (const char of text.toLowerCase()) {
    if (char.charCodeAt(0) < 0x80) continue;
    // A sign in the middle of nothing is no letter; one that only a wrong code page shows counts against it.
    if (!isLetter.test(char) && !suspicious.has(char)) continue;
    letters += 1;
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const covered = (language: string): number =>
    [...counts].reduce((sum, [char, count]) => sum + (language.includes(char) ? count : 0), 0);
  // ğ, ı and ş stand where Icelandic has ð, ý and þ; who writes only these three writes Turkish.
  const weight = (language: string): number => (language === icelandic ? 0.99 : 1);
  const best = Math.max(0, ...(languages[encoding] ?? []).map((language) => covered(language) * weight(language)));
  return { share: letters === 0 ? 0 : best / letters, letters };
};

/** What other code pages' letters turn into: nobody writes these inside a table of names. */
const suspicious = new Set('¤¦¨¬¯²³´¸¹¼½¾×÷†‡ˆ˜ˇ˘˛˝˙');
