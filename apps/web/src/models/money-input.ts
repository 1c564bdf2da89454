/** What a person typed as an amount of dollars, in millionths; null for nothing, undefined for what is no amount. */
export const moneyTyped = (typed: string): number | null | undefined => {
  const bare = typed.trim().replace(/^\$/, '').trim();
  // A comma before groups of three digits parts thousands; before anything else it is a decimal sign.
  const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,7}(\.\d{0,6})?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * 1_000_000);
};

/** An amount as a person would type it. */
export const moneyToType = (micros: number | null): string => {
  if (micros === null) return '';
  const [whole = '0', part = ''] = (micros / 1_000_000).toFixed(6).split('.');
  const kept = part.replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${kept}`;
};
