import { z } from 'zod';
import type { Warning } from './events/warning.ts';
import type { NodeId, RunId } from './ids.ts';
import type { SessionState } from './session/state.ts';
import { truncate } from './text.ts';

export const PersonWordKind = z.enum(['confirmed', 'refused', 'answered', 'commented']);
export type PersonWordKind = z.infer<typeof PersonWordKind>;

/** Something a person said about a step, outside the chat. */
export type PersonWord = {
  readonly messageId: string;
  readonly kind: PersonWordKind;
  readonly runId: RunId;
  readonly nodeId: NodeId;
  readonly text: string | null;
  readonly by: string;
  readonly at: string;
};

const SHOWN_BYTES = 2_048;
const MOST = 10;

/** Those of a run that no advance has passed on to its agent yet, oldest first. */
export const unheardWords = (
  session: SessionState,
  runId: RunId,
  words: readonly PersonWord[],
): readonly PersonWord[] =>
  words.filter((word) => word.runId === runId && !session.heard.has(word.messageId)).slice(-MOST);

export const wordToWarning = ({ kind, text, at }: PersonWord): Warning => ({
  code: 'USER_MESSAGE',
  message: `${LEAD[kind]} (${at})${text ? `: ${truncate(text, SHOWN_BYTES, '…')}` : '.'}`,
});

/** What a person said that a step may wait for: their words, or that it is so. */
export const answerIn = (words: readonly PersonWord[], nodeIds: ReadonlySet<NodeId>): string | true | undefined => {
  const word = words.findLast(
    ({ kind, nodeId }) => (kind === 'answered' || kind === 'confirmed') && nodeIds.has(nodeId),
  );
  if (!word) return undefined;
  return word.kind === 'answered' && word.text ? word.text : true;
};

const LEAD: Readonly<Record<PersonWordKind, string>> = {
  confirmed: 'The user confirmed this step',
  refused: 'The user refused this step. Do not carry it out; do what they say instead, or ask them',
  answered: 'The user answered',
  commented: 'The user says',
};
