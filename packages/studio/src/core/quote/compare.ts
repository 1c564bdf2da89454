import type { LText } from '../domain/primitives.ts';
import type { Quote, QuoteBucket } from '../domain/quote.ts';

export type BucketChange = {
  readonly elementId: string | null;
  readonly title: LText;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly priceMinor: { readonly from: number | null; readonly to: number | null };
  /** Which parts of it differ, beside the price. */
  readonly fields: readonly ('title' | 'clientText' | 'qty' | 'role' | 'snapshot')[];
};

export type QuoteComparison = {
  readonly buckets: readonly BucketChange[];
  readonly totals: readonly {
    readonly name: 'discountMinor' | 'roundingMinor' | 'subtotalMinor' | 'vatBps' | 'vatMinor' | 'totalMinor';
    readonly from: number;
    readonly to: number;
  }[];
  /** Texts and lists that differ as a whole. */
  readonly texts: readonly (
    | 'terms'
    | 'opening'
    | 'exclusions'
    | 'company'
    | 'client'
    | 'project'
    | 'payments'
    | 'locale'
  )[];
};

const totals = ['discountMinor', 'roundingMinor', 'subtotalMinor', 'vatBps', 'vatMinor', 'totalMinor'] as const;
const texts = ['terms', 'opening', 'exclusions', 'company', 'client', 'project', 'payments', 'locale'] as const;

/** What one version says differently from another; either may be the older. */
export const compareQuotes = (from: Quote, to: Quote): QuoteComparison => {
  const before = new Map(from.buckets.map((bucket) => [bucket.elementId, bucket]));
  const after = new Map(to.buckets.map((bucket) => [bucket.elementId, bucket]));
  return {
    buckets: [...new Set([...after.keys(), ...before.keys()])].flatMap((id) =>
      bucketChange(before.get(id), after.get(id)),
    ),
    totals: totals.flatMap((name) => (from[name] === to[name] ? [] : [{ name, from: from[name], to: to[name] }])),
    texts: texts.filter((name) => !isSame(from[name], to[name])),
  };
};

const bucketChange = (before: QuoteBucket | undefined, after: QuoteBucket | undefined): readonly BucketChange[] => {
  const known = after ?? before;
  if (!known) return [];
  const priceMinor = { from: before?.priceMinor ?? null, to: after?.priceMinor ?? null };
  const about = { elementId: known.elementId, title: known.title, priceMinor };
  if (!before || !after) return [{ ...about, kind: after ? 'added' : 'removed', fields: [] }];
  const fields = [
    ...(isSame(before.title, after.title) ? [] : (['title'] as const)),
    ...(isSame(before.clientText, after.clientText) ? [] : (['clientText'] as const)),
    ...(before.qty === after.qty ? [] : (['qty'] as const)),
    ...(before.role === after.role ? [] : (['role'] as const)),
    ...(before.snapshotId === after.snapshotId ? [] : (['snapshot'] as const)),
  ];
  return fields.length === 0 && before.priceMinor === after.priceMinor ? [] : [{ ...about, kind: 'changed', fields }];
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};
