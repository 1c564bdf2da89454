const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e]/gu;

const replacements: Readonly<Record<string, string>> = {
  '\u2009': ' ',
  '\u202f': ' ',
  '\u00a0': ' ',
  '\t': ' ',
  '→': '>',
  '←': '<',
  '✓': 'v',
  '≤': '<=',
  '≥': '>=',
  '№': 'No.',
  '‑': '-',
  '−': '-',
};

/**
 * A text as this font can print it. Points go, because they would sit wrongly; a hyphen between a Hebrew prefix and
 * a number becomes a maqaf, because readers put the plain one on the wrong side. A picture the font lacks goes; any
 * other character it lacks is `?`.
 */
export const printable = (text: string, hasGlyph: (char: string) => boolean): string => {
  const plain = text
    .normalize('NFC')
    .replace(points, '')
    .replace(controls, '')
    .replace(/(?<=[\u05d0-\u05ea])-(?=\d)/g, '\u05be');
  const hasPlace = (char: string): boolean =>
    char === '\n' || format.test(char) || (char.length === 1 && hasGlyph(char));
  const readable = plain.replace(picture, (drawn) =>
    [...drawn].every((char) => hasPlace(char) || char in replacements) ? drawn : '',
  );
  let out = '';
  for (const char of readable) out += hasPlace(char) ? char : (replacements[char] ?? '?');
  return out;
};

/** One picture or several in a row, with what joins them and the space before. */
const picture =
  /[^\S\n]*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0e|\ufe0f|\u200d|\u20e3)*/gu;

const format = /[\u200b-\u200f\u2066-\u2069]/;
