import type { ConversationEvent, Delta } from '@atelier/contracts';
import type { Result, StreamId } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import type { Effort, EffortPhase } from '../../core/effort.ts';
import type { Sampling } from '../../core/sampling.ts';
import type { ChatTask } from '../../core/task.ts';
import type { LoopLimits, ToolRun } from '../../core/tool-run.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { RunSaves } from '../../ports/run-saves.ts';
import type { ToolLog } from '../../ports/tool-log.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { EgressPurpose } from '../egress-consent.ts';

/** What a person has agreed to send, or is asked to: their own files, by content. */
export type ConsentScope = {
  readonly scopeHash: string;
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
};

/** Where an agent works: the conversation it is seen in, and the tools it has there. */
export type AgentPlace = {
  /** The visible conversation. One run at a time is under way on it. */
  readonly stream: StreamId;
  /** Checks the events, then commits them with what they pin. */
  readonly append: (
    events: readonly ConversationEvent[],
    options?: {
      readonly pins?: readonly BlobId[];
      readonly riders?: readonly Uint8Array[];
      /** Nobody waits for this commit. */
      readonly unhurried?: boolean;
    },
  ) => Promise<Result<unknown, { readonly code: string }>>;
  readonly deltas: { readonly publish: (stream: string, delta: Delta) => void };
  readonly saves: RunSaves;
  readonly toolLog: ToolLog;
  readonly toolbox: Toolbox;
  /** Asked before every call: a file that was added meanwhile is asked about before it leaves. */
  readonly scope: () => Promise<ConsentScope>;
  /** Ids of calls the conversation has had outside of this run's own messages. */
  readonly isCallIdUsed?: (id: string) => boolean;
  /** What other runs under the same cap have spent, in millionths of a dollar. */
  readonly spentBeside?: () => Promise<number>;
};

export type AgentOrder = {
  readonly runId: string;
  readonly run: ToolRun;
  readonly modelId: string;
  readonly effort: Effort | null;
  /** The message its answer was promised under. */
  readonly messageId?: string;
  /** The part of the work, for effort, ledger and the tools' own lists; null outside of any. */
  readonly phase: EffortPhase | null;
  /** What the ledger calls it. */
  readonly purpose: EgressPurpose['kind'];
  /** Whether a person sees its words as they come. Seen words are never taken back, unseen ones are asked for again. */
  readonly isShown: boolean;
  readonly firstToolChoice?: 'required' | 'auto';
  readonly limits?: Partial<LoopLimits>;
  readonly sampling?: Sampling;
  readonly task?: ChatTask;
  /** Asked after each tool result: a word to the model for its next step. */
  readonly notice?: () => string | undefined;
};

/** Models as a run needs them. */
export type RunModels = {
  readonly find: (
    modelId: string,
    phase: EffortPhase | null,
  ) => Promise<Result<{ readonly model: ChatModel; readonly effort?: Effort | undefined }, { readonly code: string }>>;
  /** The same model, which asks before every call and keeps the ledger. */
  readonly guard: (model: ChatModel, purpose: EgressPurpose) => ChatModel;
  readonly spending: () => Promise<{ readonly perTurn?: number; readonly leftToday?: number }>;
};
