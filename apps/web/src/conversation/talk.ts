import type { ConversationRun, ModelRow, ModelsView } from '@atelier/contracts';
import { createContext, use, useMemo } from 'react';
import type { Observable } from '../client/observable.ts';
import { useProjection } from '../client/use-projection.ts';

type CapScope = NonNullable<ConversationRun['cap']>['scope'];
type Done = Promise<unknown>;

/** What a person can do in a conversation. Each surface says how it is done there; undefined means refused, in words. */
export type Talk = {
  /** The model the next message goes to. */
  readonly modelId: string | undefined;
  /** Sends a message as if it had been typed. */
  readonly say: (text: string) => Done;
  readonly stop: () => Done;
  /** Continues with the model that is chosen now, unless another is named. */
  readonly resume: (how?: { readonly model?: string; readonly cap?: number | null }) => Done;
  readonly raiseCap: (scope: CapScope, cap: number | null) => Done;
  readonly answer: (scopeHash: string, decision: 'once' | 'remember' | 'deny') => Done;
  /** What a message would cost, asked of the server, which knows the whole conversation. Null: no price is known. */
  readonly estimate: (
    text: string,
    modelId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly least: number; readonly most: number } | null | undefined>;
  /** The whole of a result that came to the model as a receipt. */
  readonly wholeResult: (entryId: number) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** What has been heard under one id and is not durable yet: the text of a message, or the thought before it. */
  readonly heard: (id: string) => Observable<string>;
};

export const TalkContext = createContext<Talk | undefined>(undefined);

export const useTalk = (): Talk => {
  const talk = use(TalkContext);
  if (talk === undefined) throw new Error('a conversation is shown inside a TalkContext');
  return talk;
};

/** Text that is being written moves two hundred times a second: only what shows it may listen. */
export const useHeard = (id: string): string => {
  const { heard } = useTalk();
  return useProjection(useMemo(() => heard(id), [heard, id]));
};

export const modelRow = (models: ModelsView | undefined, modelId: string | undefined): ModelRow | undefined =>
  models?.models.find((model) => model.modelId === modelId);

export const isUnderWay = (run: ConversationRun | null): boolean =>
  run?.state === 'running' || run?.state === 'retrying';
