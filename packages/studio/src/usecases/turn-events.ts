import type { ConversationMessage, Lang, RoutingSummary, StudioEventType } from '@atelier/contracts/studio';
import type { NewProjectEvent, ProjectEventOf } from '../core/events/project-event.ts';
import { turnKeys } from './idempotency.ts';

export type TurnOf = {
  readonly turnId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly eventType: StudioEventType;
  readonly userMessage?: string;
  readonly retryOf?: string;
  readonly answers?: NonNullable<ProjectEventOf<'turn.started'>['data']['answers']>;
};

export const turnStarted = (turn: TurnOf, leaseUntil?: string): NewProjectEvent => {
  const { turnId, userId, idempotencyKey, requestHash, eventType, userMessage, retryOf, answers } = turn;
  return {
    kind: 'turn.started',
    key: turnKeys(turnId).start,
    data: {
      by: userId,
      turnId,
      userId,
      idempotencyKey,
      requestHash,
      eventType,
      ...(userMessage !== undefined && { userMessage }),
      ...(retryOf !== undefined && { retryOf }),
      ...(answers !== undefined && { answers }),
      ...(leaseUntil !== undefined && { leaseUntil }),
    },
  };
};

type Completed = ProjectEventOf<'turn.completed'>['data'];

export const turnCompleted = (
  { turnId, userId, eventType }: TurnOf,
  facts: Omit<Completed, 'by' | 'turnId' | 'userId' | 'eventType'>,
): NewProjectEvent => ({
  kind: 'turn.completed',
  key: turnKeys(turnId).end,
  data: { by: userId, turnId, userId, eventType, ...facts },
});

export const turnFailed = (
  { turnId, userId }: Pick<TurnOf, 'turnId' | 'userId'>,
  errorCode: string,
  by: string = userId,
): NewProjectEvent => ({
  kind: 'turn.failed',
  key: turnKeys(turnId).end,
  data: { by, turnId, userId, errorCode },
});

export const messageAdded = (
  { turnId, userId }: TurnOf,
  message: {
    readonly id: string;
    readonly role: ConversationMessage['role'];
    readonly text: string;
    readonly lang: Lang;
    readonly tags: ConversationMessage['tags'];
  },
): NewProjectEvent => ({
  kind: 'message.added',
  data: { by: userId, turnId, userId, message: { ...message, turnId } },
});

/** What a message is filtered by. */
export const tagsOf = (
  routing: RoutingSummary,
  more: Partial<ConversationMessage['tags']> = {},
): ConversationMessage['tags'] => ({
  turnStage: routing.turnStage,
  channel: routing.turnChannel,
  routedBy: routing.routedBy,
  elementIds: [],
  ...(routing.chosenSkillId !== null && { skillId: routing.chosenSkillId }),
  ...more,
});
