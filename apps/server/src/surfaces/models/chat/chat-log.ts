import { type ChatEvent, type ChatView, chatStream, emptyChat, foldChat } from '@atelier/contracts';
import { createProjection } from '@atelier/kernel/adapters';
import {
  err,
  isWriteRefused,
  type Json,
  type JsonObject,
  type NewEvent,
  ok,
  type Result,
  type WriteRefused,
} from '@atelier/kernel/core';
import type { Appended, EventLog, Snapshots } from '@atelier/kernel/ports';
import type { RunStep, ToolRun } from '@atelier/models';

export type ChatRefused =
  | { readonly code: 'STORE_BUSY' }
  | { readonly code: 'STORE_UNHEALTHY'; readonly reason: string }
  | WriteRefused;

/** What the loop saved: the run goes on from here in any process. Screens pass over it. */
type RunStepped = { readonly kind: 'run.stepped'; readonly data: { readonly runId: string; readonly step: RunStep } };
export type Recorded = ChatEvent | RunStepped;

type Afterwards = (before: ToolRun | undefined, step: RunStep) => ToolRun;

const mostAttempts = 8;

/** The one stream of the chat lab: what screens show of it, and the run it holds. */
export const createChatLog = (log: EventLog, store: Snapshots) => {
  const views = createProjection<ChatView>({
    log,
    initial: emptyChat,
    evolve: foldChat,
    snapshot: {
      store,
      of: { name: 'chat', version: 1 },
      encode: (view) => view as unknown as Json,
      decode: (json) => json as unknown as ChatView,
    },
  });

  const view = async (): Promise<Result<{ readonly view: ChatView; readonly seq: number }, ChatRefused>> => {
    const folded = await views.at(chatStream);
    if (!folded.ok) return err({ code: 'STORE_UNHEALTHY', reason: folded.error.health.reason });
    return ok({ view: folded.value.state, seq: folded.value.seq });
  };

  const append = async (
    events: readonly Recorded[],
    { expected = 'any', key = null }: { readonly expected?: number | 'any'; readonly key?: string | null } = {},
  ): Promise<Result<Appended, ChatRefused | { readonly code: 'STALE' }>> => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const fresh = events.map(
        ({ kind, data }, at): NewEvent => ({
          kind,
          key: key === null ? null : `${key}:${at}`,
          data: data as unknown as JsonObject,
        }),
      );
      const appended = await log.append(chatStream, fresh, { expected });
      if (appended.ok) return ok(appended.value);
      const refused = appended.error;
      if (refused.code === 'STALE') return err({ code: 'STALE' });
      if (refused.code === 'INVALID') throw new Error(`The log refused an event of ours: ${refused.reason}`);
      if (isWriteRefused(refused)) return err(refused);
      if (refused.code === 'UNHEALTHY') return err({ code: 'STORE_UNHEALTHY', reason: refused.reason });
    }
    return err({ code: 'STORE_BUSY' });
  };

  /** Reads, decides, appends; another writer in between means deciding again on what is true by then. */
  const record = async <Refused>(
    decide: (view: ChatView) => Result<readonly Recorded[], Refused>,
    key: string | null = null,
  ): Promise<Result<{ readonly seq: number; readonly repeated: boolean }, Refused | ChatRefused>> => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const now = await view();
      if (!now.ok) return now;
      const decided = decide(now.value.view);
      if (!decided.ok) return decided;
      if (decided.value.length === 0) return ok({ seq: now.value.seq, repeated: true });
      const appended = await append(decided.value, { expected: now.value.seq, key });
      if (appended.ok) return ok({ seq: appended.value.next, repeated: appended.value.repeated });
      if (appended.error.code !== 'STALE') return err(appended.error);
    }
    return err({ code: 'STORE_BUSY' });
  };

  let runs: ReturnType<typeof runsOf> | undefined;
  const runsOf = (afterStep: Afterwards) =>
    createProjection<ToolRun | undefined>({
      log,
      initial: undefined,
      evolve: (run, { kind, data }) => {
        if (kind === 'chat.cleared') return undefined;
        return kind === 'run.stepped' ? afterStep(run, (data as unknown as RunStepped['data']).step) : run;
      },
      snapshot: {
        store,
        of: { name: 'chat-run', version: 1 },
        encode: (run) => (run ?? null) as unknown as Json,
        decode: (json) => (json ?? undefined) as unknown as ToolRun | undefined,
      },
    });

  return {
    view,
    append,
    record,
    /** The talk as the model knows it, folded from what the loop saved. */
    run: async (afterStep: Afterwards): Promise<Result<ToolRun | undefined, ChatRefused>> => {
      runs ??= runsOf(afterStep);
      const folded = await runs.at(chatStream);
      return folded.ok ? ok(folded.value.state) : err({ code: 'STORE_UNHEALTHY', reason: folded.error.health.reason });
    },
  };
};
export type ChatLog = ReturnType<typeof createChatLog>;
