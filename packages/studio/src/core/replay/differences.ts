import type { Json } from '@atelier/kernel/core';

/** The steps of a turn, in the order they happen. */
export const replaySteps = [
  'request',
  'routing',
  'scope',
  'context',
  'model',
  'skill',
  'validation',
  'judge',
  'changes',
  'reconciliation',
  'answer',
] as const;
export type ReplayStep = (typeof replaySteps)[number];

/** One place where a replay did not come to what was recorded. */
export type Difference = {
  readonly step: ReplayStep;
  readonly field: string;
  readonly recorded: Json;
  readonly now: Json;
};

type Written = { readonly kind: string; readonly data: Readonly<Record<string, Json>> };

/** Everything in which two runs of one turn differ, the earliest step first. */
export const differencesOf = (recorded: readonly Written[], now: readonly Written[]): readonly Difference[] => {
  const found: Difference[] = [];
  const [then, again] = [named(recorded), named(now)];
  for (const [name, { kind, data }] of then) {
    const other = again.get(name);
    if (other) compare(name, kind, comparable(data), comparable(other.data), found);
    else found.push({ step: stepOf(kind, ''), field: name, recorded: 'written', now: 'not written' });
  }
  for (const [name, { kind }] of again)
    if (!then.has(name)) found.push({ step: stepOf(kind, ''), field: name, recorded: 'not written', now: 'written' });
  return inOrder(found);
};

export const inOrder = (found: readonly Difference[]): readonly Difference[] =>
  found.toSorted((one, two) => replaySteps.indexOf(one.step) - replaySteps.indexOf(two.step));

/** Events by their kind, the second of a kind by its number: one event more does not make all that follow it differ. */
const named = (events: readonly Written[]): ReadonlyMap<string, Written> => {
  const seen = new Map<string, number>();
  return new Map(
    events.map((event) => {
      const count = (seen.get(event.kind) ?? 0) + 1;
      seen.set(event.kind, count);
      return [count === 1 ? event.kind : `${event.kind} ${count}`, event];
    }),
  );
};

/** `via` is set at the edge of the server, and the tape is what the replay was fed with. */
const comparable = ({ via: _via, tape: _tape, ...data }: Written['data']): Json => data;

const compare = (name: string, kind: string, recorded: Json, now: Json, found: Difference[]): void => {
  const walk = (path: readonly string[], one: Json | undefined, two: Json | undefined): void => {
    if (Object.is(one, two)) return;
    if (isObject(one) && isObject(two)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) walk([...path, key], one[key], two[key]);
      return;
    }
    if (Array.isArray(one) && Array.isArray(two)) {
      for (let at = 0; at < Math.max(one.length, two.length); at += 1) walk([...path, String(at)], one[at], two[at]);
      return;
    }
    const field = [name, ...path].join('.');
    found.push({ step: stepOf(kind, path[0] ?? ''), field, recorded: one ?? null, now: two ?? null });
  };
  walk([], recorded, now);
};

const isObject = (json: Json | undefined): json is { readonly [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const stepOfField: Readonly<Record<string, ReplayStep>> = {
  routing: 'routing',
  usedRouterModel: 'routing',
  scope: 'scope',
  contextStats: 'context',
  skillRun: 'skill',
  run: 'skill',
  validation: 'validation',
  issues: 'validation',
  blockedReasons: 'validation',
  judge: 'judge',
  reconciliationRunId: 'reconciliation',
  outcome: 'answer',
  result: 'answer',
};

const stepOf = (kind: string, field: string): ReplayStep => {
  if (kind === 'turn.started') return 'request';
  if (kind === 'message.added') return 'answer';
  if (kind === 'reconciliation.completed') return 'reconciliation';
  return (
    stepOfField[field] ?? (kind === 'agentRun.recorded' ? 'skill' : kind.startsWith('turn.') ? 'answer' : 'changes')
  );
};
