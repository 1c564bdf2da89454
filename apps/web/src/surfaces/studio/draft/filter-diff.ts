import type { DiffGroup, OpDiff } from '@atelier/contracts/studio';

export type DiffFilter = 'all' | 'money' | 'client';

const onQuotes = /^(name|clientText|clientVisible|quoteRole|qty|colors|pictures|dims)\b/;

const matches: Readonly<Record<DiffFilter, (op: OpDiff) => boolean>> = {
  all: () => true,
  money: ({ entity, costDeltaMinor }) => costDeltaMinor !== 0 || entity === 'materialLine' || entity === 'workLine',
  client: ({ entity, fields, op }) =>
    entity === 'element' && (op === 'tombstone' || op === 'restore' || fields.some(({ path }) => onQuotes.test(path))),
};

/** Only what costs money, or only what a client would see. */
export const filterDiff = (groups: readonly DiffGroup[], filter: DiffFilter): readonly DiffGroup[] =>
  filter === 'all'
    ? groups
    : groups.map((group) => ({ ...group, ops: group.ops.filter(matches[filter]) })).filter(({ ops }) => ops.length > 0);
