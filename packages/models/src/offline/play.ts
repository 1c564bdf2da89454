import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, EARLIER, type Plan, resultsIn, type Step, stepsIn, TODAY, TOGETHER } from './plan.ts';

/** Tools that change nothing. Whatever else a plan calls, it writes with. */
const reading =
  /^(?:today|together|earlier_requests|list_files|get_file_info|get_file_map|read_file|table_(?:get_map|describe|stats|read_rows|query)|recall_tool_result|\w+_get_styles)$/;
export const isWrite = ({ name }: Pick<Step, 'name'>): boolean => !reading.test(name);

/** Asks nothing twice: what was read stays known until something is written. */
export function* sparingly<T>(plan: Generator<Step, T, JsonObject>): Generator<Step, T, JsonObject> {
  let known = new Map<string, JsonObject>();
  let step = plan.next();
  while (!step.done) {
    if (step.value.name === TOGETHER) {
      const calls = stepsIn(step.value);
      const keys = calls.map((each) => JSON.stringify([each.name, each.input]));
      const open = calls.filter((_each, at) => !known.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at);
      const [only, other] = open;
      const answered: readonly JsonObject[] =
        only === undefined
          ? []
          : other === undefined
            ? [yield only]
            : resultsIn(yield { name: TOGETHER, input: { calls: open.map(({ name, input }) => ({ name, input })) } });
      for (const [at, each] of open.entries()) known.set(JSON.stringify([each.name, each.input]), answered[at] ?? {});
      step = plan.next({ results: keys.map((key) => known.get(key) ?? {}) });
      continue;
    }
    const key = JSON.stringify([step.value.name, step.value.input]);
    const before = known.get(key);
    const result: JsonObject = before ?? (yield step.value);
    if (isWrite(step.value)) known = new Map();
    else known.set(key, result);
    step = plan.next(result);
  }
  return step.value;
}

/** Answers a plan that asks what day it is. */
export function* dated<T>(plan: Generator<Step, T, JsonObject>, day: () => string): Generator<Step, T, JsonObject> {
  let step = plan.next();
  while (!step.done) step = plan.next(step.value.name === TODAY ? { day: day() } : yield step.value);
  return step.value;
}

/** Answers a plan that asks what was said before. */
export function* recalling<T>(
  plan: Generator<Step, T, JsonObject>,
  requests: readonly string[],
): Generator<Step, T, JsonObject> {
  let step = plan.next();
  while (!step.done) step = plan.next(step.value.name === EARLIER ? { requests } : yield step.value);
  return step.value;
}

/** A large result arrives as a receipt: the whole of it is recalled, piece by piece, before the plan sees it. */
export function* whole<T>(plan: Generator<Step, T, JsonObject>): Generator<Step, T, JsonObject> {
  let step = plan.next();
  while (!step.done) {
    const result: JsonObject = yield step.value;
    if (step.value.name !== TOGETHER) {
      step = plan.next(yield* recalled(result));
      continue;
    }
    const all: JsonObject[] = [];
    for (const each of resultsIn(result)) all.push(yield* recalled(each));
    step = plan.next({ results: all });
  }
  return step.value;
}

function* recalled(result: JsonObject): Generator<Step, JsonObject, JsonObject> {
  if (result.receipt !== true) return result;
  let text = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: JsonObject = yield {
      name: 'recall_tool_result',
      input: { entry_id: String(result.entry_id), offset, limit: null },
    };
    text += String(piece.text ?? '');
    offset = typeof piece.next_offset === 'number' ? piece.next_offset : null;
  }
  return JSON.parse(text) as JsonObject;
}

/** What a plan comes to without its first write: an answer, or the write it stopped before. */
export type Tried = { readonly answer: string } | { readonly write: Step } | { readonly awaits: string };

/** A column that an earlier part of the request will have added by then. */
export type Coming = { readonly path: string; readonly column: string };

/** Plays a plan up to its first write. Every check a plan makes comes before that, so what passes here will be done. */
export function* tryOut(plan: Plan, coming: readonly Coming[] = []): Generator<Step, Tried, JsonObject> {
  let step = plan.next();
  while (!step.done) {
    const { name, input } = step.value;
    if (isWrite(step.value)) return { write: step.value };
    const here = coming.filter(({ path }) => path === input.path);
    // A column that is not there yet cannot be asked for its values.
    const query = typeof input.query === 'string' ? input.query : '';
    const wanted = here.find(({ column }) => query.includes(`"${column.replaceAll('"', '""')}"`));
    if (wanted && !/ UNION ALL | AS c, /.test(query)) return { awaits: wanted.column };
    const result = wanted ? { ok: true, rows: [] } : yield step.value;
    step = plan.next(name === 'table_get_map' ? withColumns(result, here) : result);
  }
  return { answer: step.value };
}

const withColumns = (map: JsonObject, coming: readonly Coming[]): JsonObject =>
  coming.length === 0
    ? map
    : {
        ...map,
        columns: [
          ...asList(map.columns).map(asObject),
          ...coming.map(({ column }) => ({ name: column, inferred_type: 'float' })),
        ],
      };
