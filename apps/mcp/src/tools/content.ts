import type { ErrorEnvelope } from '@atelier/kernel/core';
import type { Answer } from '@atelier/rails/core';

export type TextBlock = { type: 'text'; text: string };
export type ToolResult = {
  content: TextBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [key: string]: unknown;
};

const text = (value: string): TextBlock => ({ type: 'text', text: value });

/** Prose first, because that is what an agent acts on; the fields follow without the prompt they would repeat. */
export const answerResult = (
  answer: Answer,
  references: readonly { title: string; path: string | null }[] = [],
): ToolResult => {
  const { pending, ...fields } = answer;
  const { prompt, ...rest } = pending ?? { prompt: undefined };
  const lead = prompt ?? 'The workflow is complete. Tell the user what was achieved.';
  return {
    content: [
      text(answer.kind === 'blocked' ? `${blockedText(answer)}\n\n${lead}` : lead),
      ...(references.length > 0 ? [text(referencesText(references))] : []),
      text(JSON.stringify({ ...fields, pending: pending ? rest : null })),
    ],
    structuredContent: answer as unknown as Record<string, unknown>,
  };
};

const blockedText = (answer: Extract<Answer, { kind: 'blocked' }>): string =>
  [
    'BLOCKED: this step is not finished yet. Notes, artifacts and context of the call were not recorded; send them again.',
    ...answer.blockers.map(
      ({ code, message, suggestedFix }) => `- ${code}: ${message}${suggestedFix ? ` ${suggestedFix}` : ''}`,
    ),
    answer.retryAckToken
      ? 'Correct this and make the call in `nextCall` (its ackToken is the retry receipt).'
      : 'This needs something from outside: settle it, then make the call in `nextCall` to get fresh tokens.',
  ].join('\n');

const referencesText = (references: readonly { title: string; path: string | null }[]): string =>
  ['References:', ...references.map(({ title, path }) => `- ${title}: ${path ?? '[not found]'}`)].join('\n');

export const dataResult = (data: Record<string, unknown>): ToolResult => ({
  content: [text(JSON.stringify(data))],
  structuredContent: data,
});

export const errorResult = (error: ErrorEnvelope): ToolResult => ({
  content: [text(JSON.stringify({ ok: false, error }))],
  isError: true,
});
