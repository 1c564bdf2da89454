/** Marks that a copied number may carry: directions, spaces of any width, currency signs. */
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\s\u00a0\u202f₪$€£]/g;

/**
 * The number a person typed or pasted: `1,250.50`, `₪1,250`, `(1,200)`, `−5`, `12%` (as 12). Undefined when it is not
 * one; nobody's `1,25` becomes 125 unseen.
 */
export const typedNumber = (text: string): number | undefined => {
  const bare = text
    .replace(marks, '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/%$/, '');
  const inBrackets = /^\((.*)\)$/.exec(bare);
  const signed = inBrackets ? `-${inBrackets[1]}` : bare.replace(/^(.*[^-])-$/, '-$1');
  if (!/^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(signed) || !/\d/.test(signed)) return undefined;
  return Number(signed.replaceAll(',', ''));
};

/** An amount in the smallest unit of its currency, rounded half away from zero: 12.345 → 1235. */
export const typedMinor = (text: string): number | undefined => {
  const number = typedNumber(text);
  if (number === undefined) return undefined;
  // 1.005 is 100.49999… in binary; the shortest decimal of it is what was typed.
  const minor = Math.round(Number(`${Math.abs(number)}e2`));
  return number < 0 ? -minor : minor;
};

/** The day a person typed, as `2026-11-16`. Days come first, as they do in Hebrew and in British English. */
export const typedDay = (text: string): string | undefined => {
  const bare = text.replace(marks, '');
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare);
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(bare);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : local
      ? [Number(local[3]) + (local[3]?.length === 2 ? 2000 : 0), Number(local[2]), Number(local[1])]
      : [0, 0, 0];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
};
