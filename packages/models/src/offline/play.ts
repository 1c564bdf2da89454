import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, type Plan, type Step } from './plan.ts';

/** Tools that change nothing. Whatever else a plan calls, it writes with. */
const reading =
  /^(?:list_files|get_file_info|get_file_map|read_file|table_(?:get_map|describe|stats|read_rows|query)|recall_tool_result|\w+_get_styles)$/;
export const isWrite = ({ name }: Step): boolean => !reading.test(name);

/** Asks nothing twice: what was read stays known until something is written. */
export function* sparingly<T>(plan: Generator<Step, T, JsonObject>): Generator<Step, T, JsonObject> {
  let known = new Map<string, JsonObject>();
  let step = plan.next();
  while (!step.done) {
    const key = JSON.stringify([step.value.name, step.value.input]);
    const before = known.get(key);
    const result: JsonObject = before ?? (yield step.value);
    if (isWrite(step.value)) known = new Map();
    else known.set(key, result);
    step = plan.next(result);
  }
  return step.value;
}

/** A large result arrives as a receipt: the whole of it is recalled, piece by piece, before the plan sees it. */
export function* whole<T>(plan: Generator<Step, T, JsonObject>): Generator<Step, T, JsonObject> {
  let step = plan.next();
  while (!step.done) {
    let result = yield step.value;
    if (result.receipt === true) {
      let text = '';
      for (let offset: number | null = 0; offset !== null; ) {
        const piece: JsonObject = yield {
          name: 'recall_tool_result',
          input: { entry_id: String(result.entry_id), offset, limit: null },
        };
        text += String(piece.text ?? '');
        offset = typeof piece.next_offset === 'number' ? piece.next_offset : null;
      }
      result = JSON.parse(text) as JsonObject;
    }
    step = plan.next(result);
  }
  return step.value;
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
