import type { Conflict, StudioEventOf } from '@atelier/contracts/studio';
import type { Json } from './value-kind.ts';

/** What a person decided for one field; a typed value that cannot be read is not decided yet. */
export type Take = { readonly take: 'mine' | 'theirs' } | { readonly take: 'value'; readonly value: Json | undefined };

type Takes = Readonly<Record<string, Take>>;

const takeFor = ({ opId, fieldPath }: Conflict, takes: Takes): Take | undefined => takes[`${opId}\n${fieldPath}`];

const isDecided = (take: Take | undefined): boolean =>
  take !== undefined && (take.take !== 'value' || take.value !== undefined);

/** How many fields still wait for a decision; where only one side moved there is none to take. */
export const undecided = (conflicts: readonly Conflict[], takes: Takes): number =>
  conflicts.filter((conflict) => conflict.overlap && !isDecided(takeFor(conflict, takes))).length;

export const choicesOf = (conflicts: readonly Conflict[], takes: Takes): StudioEventOf<'resolveConflicts'>['choices'] =>
  conflicts.flatMap((conflict): StudioEventOf<'resolveConflicts'>['choices'] => {
    const take = conflict.overlap ? takeFor(conflict, takes) : undefined;
    if (take === undefined) return [];
    const { opId, fieldPath } = conflict;
    return take.take === 'value'
      ? [{ opId, fieldPath, take: take.take, value: take.value ?? null }]
      : [{ opId, fieldPath, take: take.take }];
  });
