import type { Json, JsonObject } from '@atelier/kernel/core';
import type { Language } from './request-text.ts';

export type Step = { readonly name: string; readonly input: JsonObject };

/**
 * What a rule does: it yields tool calls, is given their results, and returns its answer. A plan is replayed from its
 * start on every turn with the results so far, so it must depend on nothing else.
 */
export type Plan = Generator<Step, string, JsonObject>;
export type Sub<T> = Generator<Step, T, JsonObject>;

/** Says no from any depth of a plan; caught once, where plans are played. */
export class OfflineRefusal extends Error {
  readonly sentence: Bilingual;
  /** Complete requests to make instead. Absent: they are made from the files. */
  readonly suggestions: readonly string[] | undefined;
  /** The file that the request turned out to be about. */
  readonly about: string | undefined;
  constructor(sentence: Bilingual, suggestions?: readonly string[], about?: string) {
    super(sentence.en);
    this.sentence = sentence;
    this.suggestions = suggestions;
    this.about = about;
  }
}

/** No rule reads it. What comes near to it may be offered in its place, and the sentence said anew. */
export class NotRead extends OfflineRefusal {}

export type Bilingual = { readonly en: string; readonly he: string };

export const refuse = (en: string, he: string, suggestions?: readonly string[], about?: string): never => {
  throw new OfflineRefusal({ en, he }, suggestions, about);
};

export const inLanguage = (language: Language, { en, he }: Bilingual): string => (language === 'he' ? he : en);

/** One call. What the tool refused ends the plan: nothing is tried another way. */
export function* call(name: string, input: JsonObject): Sub<JsonObject> {
  const result = yield { name, input };
  if (result.ok !== false) return result;
  const { message = 'It failed.', suggestion } = (result.error ?? {}) as { message?: string; suggestion?: string };
  const sentence = suggestion === undefined ? message : `${message} ${suggestion}`;
  return refuse(sentence, `הכלי ${name} החזיר: ${sentence}`);
}

/** The day of the request, as 2026-11-18. No tool is called for it: whoever plays the plan answers. */
export function* today(): Sub<string> {
  const { day } = yield { name: TODAY, input: {} };
  return String(day);
}
export const TODAY = 'today';

/** What the person asked earlier in this conversation, the oldest first. Answered like the day. */
export function* earlierRequests(): Sub<readonly string[]> {
  const { requests } = yield { name: EARLIER, input: {} };
  return (Array.isArray(requests) ? requests : []).map(String);
}
export const EARLIER = 'earlier_requests';

export type ListedFile = {
  readonly path: string;
  readonly kind: string;
  readonly version: string;
  readonly is_opaque: boolean;
  readonly read_only: boolean;
};

export function* listFiles(): Sub<readonly ListedFile[]> {
  const { files } = yield* call('list_files', {});
  return files as unknown as readonly ListedFile[];
}

export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const asList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Several calls that need nothing of each other: they are made in one turn. */
export const TOGETHER = 'together';
export const stepsIn = ({ input }: Step): readonly Step[] =>
  asList(input.calls)
    .map(asObject)
    .map((each) => ({ name: String(each.name), input: asObject(each.input) }));
export const resultsIn = (result: JsonObject): readonly JsonObject[] => asList(result.results).map(asObject);

/** Plays several looks beside each other: what each of them asks for next is asked for at once. */
export function* together<T>(looks: readonly Sub<T>[]): Sub<readonly T[]> {
  const steps = looks.map((look) => look.next());
  for (;;) {
    const open = steps.flatMap((step, at) => (step.done ? [] : [{ at, value: step.value }]));
    const [only, other] = open;
    if (!only) return steps.map((step) => step.value as T);
    if (!other) {
      steps[only.at] = (looks[only.at] as Sub<T>).next(yield only.value);
      continue;
    }
    const calls = open.flatMap(({ value }) => (value.name === TOGETHER ? stepsIn(value) : [value]));
    const answered = resultsIn(
      yield { name: TOGETHER, input: { calls: calls.map(({ name, input }) => ({ name, input })) } },
    );
    let from = 0;
    for (const { at, value } of open) {
      const count = value.name === TOGETHER ? stepsIn(value).length : 1;
      const own = answered.slice(from, from + count);
      from += count;
      const result: JsonObject = value.name === TOGETHER ? { results: [...own] } : (own[0] ?? {});
      steps[at] = (looks[at] as Sub<T>).next(result);
    }
  }
}
