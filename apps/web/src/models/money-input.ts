/** What a person typed as an amount of dollars, in millionths; null for nothing, undefined for what is no amount. */
export const moneyTyped = (typed: string): number | null | undefined => {
  const plain = typed.trim().replace(/^\$/, '').replace(',', '.').trim();
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
