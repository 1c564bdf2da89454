import type { Messages } from './messages.ts';

/** Every key of a catalogue, dotted; plural forms count once, because languages differ in how many they have. */
export const messageKeys = (messages: Messages, prefix = ''): readonly string[] => [
  ...new Set(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${prefix}${withoutPlural(key)}`] : messageKeys(value, `${prefix}${key}.`),
    ),
  ),
];

/** The sentences themselves, by full key. */
export const sentences = (messages: Messages, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : sentences(value, `${prefix}${key}.`),
  );

export const placeholders = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

const withoutPlural = (key: string): string => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '');
