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
