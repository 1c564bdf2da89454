import type { ErrorEnvelope } from '@atelier/kernel/core';
import type { Answer } from '@atelier/rails/core';

export type TextBlock = { type: 'text'; text: string };
export type ToolResult = {
  content: TextBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [key: string]: unknown;
};

const USER_MESSAGE = 'USER_MESSAGE';

const text = (value: string): TextBlock => ({ type: 'text', text: value });

/**
 * Prose first, because that is what an agent acts on. The fields after it are those the next calls need: each token
 * once, and a receipt to save progress with only where the step is given back. The whole answer is structured content.
 */
export const answerResult = (
  answer: Answer,
  references: readonly { title: string; path: string | null }[] = [],
): ToolResult => {
  const lead = [
    ...(answer.warnings ?? []).flatMap(({ code, message }) =>
      code === USER_MESSAGE ? [`FROM THE USER: ${message}`] : [],
    ),
    answer.kind === 'blocked' ? blockedText(answer) : '',
    answer.fork ? forkText(answer.fork) : '',
    answer.pending?.prompt ?? answer.recovery?.standing ?? '',
    answer.pending ? '' : 'The workflow is complete. Tell the user what was achieved.',
  ].filter((part) => part !== '');
  return {
    content: [
      text(lead.join('\n\n')),
      ...(references.length > 0 ? [text(referencesText(references))] : []),
      text(JSON.stringify(fieldsOf(answer))),
    ],
    structuredContent: answer as unknown as Record<string, unknown>,
  };
};

const fieldsOf = (answer: Answer): Record<string, unknown> => {
  const { stateToken, nextIntent, nextCall, session, pending, preferences, recovery, warnings = [] } = answer;
  // What a person said stands in the text above.
  const others = warnings.filter(({ code }) => code !== USER_MESSAGE);
  return {
    kind: answer.kind,
    nextIntent,
    nextCall,
    stateToken,
    ...(recovery && answer.checkpointToken ? { checkpointToken: answer.checkpointToken } : {}),
    pending: pending && {
      stepId: pending.stepId,
      ...(pending.requireConfirmation ? { requireConfirmation: true } : {}),
    },
    // Steps refer to the mode, and a person may have changed it since the start.
    preferences,
    session: recovery ? { sessionId: session.sessionId, label: session.label } : { label: session.label },
    ...(others.length > 0 ? { warnings: others } : {}),
  };
};

const blockedText = (answer: Extract<Answer, { kind: 'blocked' }>): string =>
  [
    'BLOCKED: this step is not finished yet. Notes, artifacts and context of the call were not recorded; send them again.',
    ...answer.blockers.map(
      ({ code, message, suggestedFix }) => `- ${code}: ${message}${suggestedFix ? ` ${suggestedFix}` : ''}`,
    ),
    nextMove(answer),
  ].join('\n');

const nextMove = ({ retryAckToken, retryable }: Extract<Answer, { kind: 'blocked' }>): string => {
  if (!retryAckToken)
    return 'This needs something from outside: settle it, then make the call in `nextCall` to get fresh tokens.';
  return retryable
    ? 'Correct this and make the call in `nextCall` (its ackToken is the retry receipt).'
    : 'This needs something from outside. Once it is settled, send what is asked for with the call in `nextCall` (its ackToken is fresh).';
};

const forkText = ({ siblingCount, downstreamRecap }: NonNullable<Answer['fork']>): string =>
  [
    `BRANCH: this step had been done before, so the run now has ${siblingCount + 1} branches from there. The other work is kept; this is what it held:`,
    downstreamRecap,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const referencesText = (references: readonly { title: string; path: string | null }[]): string =>
  ['References:', ...references.map(({ title, path }) => `- ${title}: ${path ?? '[not found]'}`)].join('\n');

/** `shown` where an agent needs less than everything. */
export const dataResult = (data: Record<string, unknown>, shown = data): ToolResult => ({
  content: [text(JSON.stringify(shown))],
  structuredContent: data,
});

export const errorResult = (error: ErrorEnvelope): ToolResult => ({
  content: [text(JSON.stringify({ ok: false, error }))],
  isError: true,
});

/** Says on top of an answer what the edge had to change of the call. */
export const withWarning = (result: ToolResult, warning: { code: string; message: string }): ToolResult => {
  if (result.isError || !result.structuredContent) return result;
  const before = (result.structuredContent.warnings as readonly unknown[] | undefined) ?? [];
  return {
    ...result,
    content: [...result.content, text(`WARNING ${warning.code}: ${warning.message}`)],
    structuredContent: { ...result.structuredContent, warnings: [...before, warning] },
  };
};
