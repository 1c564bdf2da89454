import type { Quote } from '../domain/quote.ts';
import type { ReservedNumber } from '../domain/workspace.ts';

export const quoteNumber = (prefix: string, { year, number }: Pick<ReservedNumber, 'year' | 'number'>): string =>
  `${prefix}-${year}-${String(number).padStart(4, '0')}`;

/** The number a project has, or the next one of the year. A project keeps its number for ever. */
export const numberFor = (
  taken: Iterable<ReservedNumber>,
  wanted: { readonly projectId: string; readonly turnId: string; readonly year: number },
): ReservedNumber => {
  const reserved = [...taken];
  const own = reserved.find(({ projectId }) => projectId === wanted.projectId);
  if (own) return own;
  const last = reserved.reduce((most, { year, number }) => (year === wanted.year ? Math.max(most, number) : most), 0);
  return { ...wanted, number: last + 1 };
};

/** Numbers that were reserved and never reached a client: an accountant will ask. */
export const numberGaps = (
  reserved: Iterable<ReservedNumber>,
  issuedProjectIds: ReadonlySet<string>,
): readonly ReservedNumber[] => [...reserved].filter(({ projectId }) => !issuedProjectIds.has(projectId));

/** The number stays, the version grows. */
export const nextVersion = (
  quotes: Iterable<Quote>,
): { readonly version: number; readonly supersedes?: string; readonly last?: Quote } => {
  let last: Quote | undefined;
  for (const quote of quotes) if (last === undefined || quote.version > last.version) last = quote;
  return last === undefined ? { version: 1 } : { version: last.version + 1, supersedes: last.id, last };
};
