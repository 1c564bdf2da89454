import type { Colour } from '../domain/index.ts';
import { normalise, variantsOf } from './normalise.ts';

/** English | Hebrew | hex | other ways to say it. Hebrew adjectives are known in all four forms. */
const table = `
white|לבן|#ffffff|
off white|אוף וייט|#f8f4e9|שמנת קרם cream ivory שנהב
black|שחור|#000000|
grey|אפור|#808080|gray
mouse grey|אפור עכבר|#6f6a66|
charcoal|פחם|#36454f|אנתרציט anthracite
silver|כסף|#c0c0c0|כסוף
blue|כחול|#1e5bd6|
navy|כחול נייבי|#0b1f4b|נייבי navy_blue
royal blue|כחול רויאל|#0057b8|
light blue|תכלת|#9fd3f2|sky_blue
turquoise|טורקיז|#30c5c0|teal פטרול
green|ירוק|#1f9d4d|
olive|ירוק זית|#7a7f3a|זית
mint|מנטה|#a8e6cf|
lime|ליים|#b7d433|
yellow|צהוב|#ffd400|
mustard|חרדל|#c99a1d|
orange|כתום|#ff7a00|
peach|אפרסק|#ffc59e|
coral|קורל|#ff6f61|אלמוג
red|אדום|#d62828|
burgundy|בורדו|#6d0f26|bordeaux wine יין
pink|ורוד|#f48fb1|
fuchsia|פוקסיה|#d5248e|magenta מגנטה
purple|סגול|#6f3fa0|violet
lilac|לילך|#c3a6d8|lavender לבנדר
brown|חום|#6b4226|
walnut|אגוז|#5c3d2e|
oak|אלון|#c49a6c|
natural wood|עץ טבעי|#d2a86f|
beige|בז׳|#e8dcc4|
sand|חול|#d9c7a0|
gold|זהב|#c9a227|זהוב
rose gold|רוז גולד|#b76e79|
copper|נחושת|#b0703c|
bronze|ברונזה|#8c6a3f|
champagne|שמפניה|#f2e2c4|
transparent|שקוף|#eef3f5|clear
lemon|לימון|#fff27a|
indigo|אינדיגו|#3f2a8c|
khaki|חאקי|#9b8f5e|
`;

type NamedColour = { readonly colour: Colour; readonly phrases: readonly (readonly string[])[] };

const inflected = (word: string): readonly string[] => [word, `${word}ה`, `${word}ימ`, `${word}ות`];

const colours: readonly NamedColour[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [en = '', he = '', hex = '', others = ''] = line.split('|');
    const first = normalise(he).split(' ');
    const hebrew = inflected(first[0] ?? '').map((form) => [form, ...first.slice(1)]);
    const more = others
      .split(' ')
      .filter(Boolean)
      .flatMap((word) => {
        const plain = normalise(word);
        return /[א-ת]/.test(plain) ? inflected(plain).map((form) => [form]) : [plain.split(' ')];
      });
    return { colour: { name: { he, en }, hex }, phrases: [normalise(en).split(' '), ...hebrew, ...more] };
  });

/** Every word that names a colour, for those who must not take it for something else. */
export const colourWords: ReadonlySet<string> = new Set(colours.flatMap(({ phrases }) => phrases.flat()));

const darker = new Set(['dark', 'deep', 'כהה', 'כהימ', 'כהות']);
const lighter = new Set(['light', 'pale', 'bright', 'בהיר', 'בהירה', 'בהירימ', 'בהירות']);

export type ColourRead = { readonly colour: Colour; readonly length: number };

/** The colour that begins at a word, with its shade before (English) or after (Hebrew). The longest name wins. */
export const readColour = (tokens: readonly string[], at: number): ColourRead | undefined => {
  const shadeBefore = shadeOf(tokens[at]);
  const from = shadeBefore ? at + 1 : at;
  let found: ColourRead | undefined;
  for (const { colour, phrases } of colours)
    for (const phrase of phrases) {
      const stands = phrase.every((word, nth) => {
        const token = tokens[from + nth] ?? '';
        return variantsOf(token).includes(word);
      });
      if (stands && phrase.length > (found?.length ?? 0)) found = { colour, length: phrase.length };
    }
  if (!found) return undefined;
  const after = tokens[from + found.length];
  const shadeAfter = shadeOf(after);
  const shade = shadeBefore ?? shadeAfter;
  const length = found.length + (shadeBefore ? 1 : 0) + (!shadeBefore && shadeAfter ? 1 : 0);
  return shade ? { colour: shaded(found.colour, shade), length } : { colour: found.colour, length };
};

/** "#0057B8", "RAL 9016", "Pantone 2945 C": what is written is taken as it stands. */
export const readColourCode = (text: string): Colour | undefined => {
  const hex = /#([0-9a-f]{6})\b/i.exec(text)?.[1]?.toLowerCase();
  if (hex) return { name: { en: `#${hex}`, he: `#${hex}` }, hex: `#${hex}` };
  const ral = /(?:\bRAL|(?<![א-ת])[בל]?ראל)[\s-]?(\d{4})\b/i.exec(text)?.[1];
  if (ral) return { name: { en: `RAL ${ral}`, he: `RAL ${ral}` }, ral };
  const pantone = /(?:\b(?:pantone|pms)|(?<![א-ת])[בל]?פנטון)[\s-]?(\d{3,4}\s?[a-z]{0,2})\b/i
    .exec(text)?.[1]
    ?.toUpperCase();
  return pantone ? { name: { en: `Pantone ${pantone}`, he: `Pantone ${pantone}` }, pantone } : undefined;
};

/** The colour that a text names from its first word to its last. */
export const colourNamed = (text: string): Colour | undefined => {
  const tokens = normalise(text).split(' ');
  const read = readColour(tokens, 0);
  return read?.length === tokens.length ? read.colour : undefined;
};

/** Words that say that a number after them is a colour's. */
export const isCodeWord = (word: string): boolean => /^(?:ral|pantone|pms|[בל]?(?:ראל|פנטונ))$/.test(word);

const shadeOf = (word: string | undefined): 'dark' | 'light' | undefined =>
  word === undefined ? undefined : darker.has(word) ? 'dark' : lighter.has(word) ? 'light' : undefined;

const shaded = ({ name, hex }: Colour, shade: 'dark' | 'light'): Colour => ({
  name: {
    he: `${name.he} ${shade === 'dark' ? 'כהה' : 'בהיר'}`,
    en: `${shade} ${name.en}`,
  },
  ...(hex ? { hex: mixed(hex, shade) } : {}),
});

const mixed = (hex: string, shade: 'dark' | 'light'): string => {
  const parts = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
  const part = (value: number): number =>
    shade === 'dark' ? Math.floor((value * 3) / 5) : value + Math.floor((255 - value) / 2);
  return `#${parts.map((value) => part(value).toString(16).padStart(2, '0')).join('')}`;
};
