import { ok, type Result } from '../result.ts';
import { type AppendInvalid, type CheckedAppend, invalid } from './checked-append.ts';

/** What the keys of an append say: it is new, or it is recorded at these seqs already. */
export type KeyedRetry = { readonly kind: 'new' } | { readonly kind: 'recorded'; readonly seqs: readonly number[] };

/** All keys present: a retry. Some of them: two different appends share a key, which no retry can do. */
export const settleKeys = (
  { events }: CheckedAppend,
  seqOfKey: (key: string) => number | undefined,
): Result<KeyedRetry, AppendInvalid> => {
  if (!events.some(isKeyed)) return NEW;
  const present: { readonly index: number; readonly seq: number }[] = [];
  let keyed = 0;
  let absent = '';
  for (const [index, { event }] of events.entries()) {
    if (event.key === null) continue;
    keyed += 1;
    const seq = seqOfKey(event.key);
    if (seq === undefined) absent = event.key;
    else present.push({ index, seq });
  }
  if (present.length === 0) return NEW;
  if (present.length < keyed) {
    return invalid(
      'partial_key_overlap',
      `${present.length} of ${keyed} keys are recorded (first at seq ${present[0]?.seq}), but ${JSON.stringify(absent)} is not`,
    );
  }
  return ok({ kind: 'recorded', seqs: recordedSeqs(events.length, present) });
};

const NEW = ok({ kind: 'new' } as const);
const isKeyed = ({ event }: CheckedAppend['events'][number]): boolean => event.key !== null;

/** Events without a key are found by their place beside the keyed ones, when those still stand as they were sent. */
const recordedSeqs = (
  count: number,
  present: readonly { readonly index: number; readonly seq: number }[],
): readonly number[] => {
  const base = (present[0]?.seq ?? 0) - (present[0]?.index ?? 0);
  const together = present.every(({ index, seq }) => seq - index === base);
  return together ? Array.from({ length: count }, (_, index) => base + index) : present.map(({ seq }) => seq);
};
