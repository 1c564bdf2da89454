import type { Numbering } from './numbering.ts';

export type Listed = { readonly numId: string; readonly level: number };

/** Says the number or mark of each paragraph of lists, asked for in the order of the document. */
export const createListLabels = (numbering: Numbering): ((listed: Listed) => string) => {
  const countsByFamily = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return ({ numId, level }) => {
    const facts = numbering.levelOf(numId, level);
    if (!facts) return '';
    const family = numbering.familyOf(numId);
    const counts = countsByFamily.get(family) ?? [];
    countsByFamily.set(family, counts);
    if (!begun.has(numId)) {
      begun.add(numId);
      // The number is said by the paragraph that counts first, so that one before it stands here.
      for (const [at, start] of numbering.restartsOf(numId)) counts[at] = start - 1;
    }
    const before = counts[level];
    counts[level] = before === undefined ? facts.start : before + 1;
    for (let deeper = level + 1; deeper < mostLevels; deeper += 1) {
      const after = numbering.levelOf(numId, deeper)?.restartsAfter ?? deeper;
      if (after > level) counts[deeper] = undefined;
    }
    if (facts.format === 'bullet') return bulletOf(facts.text);
    return facts.text.replace(/%([1-9])/g, (_, written: string) => {
      const at = Number(written) - 1;
      const named = numbering.levelOf(numId, at);
      const count = counts[at] ?? named?.start ?? 0;
      return numeral(count, facts.isLegal && at <= level ? 'decimal' : named?.format);
    });
  };
};

const mostLevels = 9;

/** Signs of fonts that only offices have, by what they look like there. */
const signs: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf076': '❖',
  o: '◦',
};

const bulletOf = (text: string): string => {
  const sign = signs[text] ?? text;
  return sign === '' || /\p{Co}/u.test(sign) ? '•' : sign;
};

/** A count as a list writes it. A format we do not know is drawn with digits. */
export const numeral = (count: number, format: string | undefined): string => {
  switch (format) {
    case 'lowerLetter':
      return repeatedLetter(count, latin);
    case 'upperLetter':
      return repeatedLetter(count, latin).toUpperCase();
    case 'lowerRoman':
      return roman(count).toLowerCase();
    case 'upperRoman':
      return roman(count);
    case 'decimalZero':
      return String(count).padStart(2, '0');
    case 'ordinal':
      return `${count}${ordinalEnd(count)}`;
    case 'hebrew1':
      return hebrewNumber(count);
    case 'hebrew2':
      return repeatedLetter(count, hebrew);
    case 'none':
      return '';
    default:
      return String(count);
  }
};

const latin = 'abcdefghijklmnopqrstuvwxyz';
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת';

/** After the last letter the first is written twice. */
const repeatedLetter = (count: number, letters: string): string => {
  if (count < 1 || count > mostCounted) return String(count);
  return (letters[(count - 1) % letters.length] ?? '').repeat(Math.ceil(count / letters.length));
};
/** No office writes more; a damaged file may ask for it. */
const mostCounted = 780;

const romans = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
  ] as const),
  ...([
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
];
const roman = (count: number): string => {
  if (count < 1 || count > 32_767) return String(count);
  let left = count;
  return romans
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left -= times * value;
      return sign.repeat(times);
    })
    .join('');
};

const ordinalEnd = (count: number): string => {
  const teens = count % 100;
  if (teens >= 11 && teens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][count % 10] ?? 'th';
};

const hebrewValues = [
  ...([
    [400, 'ת'],
    [300, 'ש'],
    [200, 'ר'],
    [100, 'ק'],
    [90, 'צ'],
    [80, 'פ'],
    [70, 'ע'],
    [60, 'ס'],
    [50, 'נ'],
  ] as const),
  // Fifteen and sixteen are written as nine and six, nine and seven.
  ...([
    [40, 'מ'],
    [30, 'ל'],
    [20, 'כ'],
    [16, 'טז'],
    [15, 'טו'],
    [10, 'י'],
    [9, 'ט'],
    [8, 'ח'],
    [7, 'ז'],
  ] as const),
  ...([
    [6, 'ו'],
    [5, 'ה'],
    [4, 'ד'],
    [3, 'ג'],
    [2, 'ב'],
    [1, 'א'],
  ] as const),
];
const hebrewNumber = (count: number): string => {
  if (count < 1 || count > 999) return String(count);
  let left = count;
  let said = '';
  for (const [value, letter] of hebrewValues)
    while (left >= value) {
      said += letter;
      left -= value;
    }
  return said;
};
