/** The one stretch in which two texts differ; undefined when they are equal. */
export const differenceOf = (
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | undefined => {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
};
