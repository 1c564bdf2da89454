/** Whether an `If-None-Match` header names this representation. Weakness does not matter for that question. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((named) => named === '*' || named === etag);
