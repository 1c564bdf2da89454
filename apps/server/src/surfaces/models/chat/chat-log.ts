import { type ChatEvent, type ChatView, chatStream, emptyChat, flawInChat, foldChat } from '@atelier/contracts';
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
import type { BlobId, EventLog, Snapshots } from '@atelier/kernel/ports';
import { createDecide, createProjection, type Decided, type DecideRefused } from '@atelier/kernel/usecases';

export type ChatRefused =
  | { readonly code: 'STORE_BUSY' }
  | { readonly code: 'STORE_UNHEALTHY'; readonly reason: string }
  | WriteRefused;

type Held = {
  readonly pins?: readonly BlobId[];
  readonly riders?: readonly Uint8Array[];
  readonly unhurried?: boolean;
};

const pageSize = 500;
const mostAttempts = 8;

/** The one stream of the chat lab. What goes in is checked; what comes out is folded. */
export const createChatLog = (log: EventLog, store: Snapshots) => {
  const views = createProjection<ChatView>({
    log,
    initial: emptyChat,
    evolve: foldChat,
    snapshot: {
      store,
      of: { name: 'chat', version: 3 },
      encode: (view) => view as unknown as Json,
      decode: (json) => json as unknown as ChatView,
    },
  });
  const decide = createDecide({ log, states: views });

  const view = async (): Promise<Result<{ readonly view: ChatView; readonly seq: number }, ChatRefused>> => {
    const folded = await views.at(chatStream);
    if (!folded.ok) return err({ code: 'STORE_UNHEALTHY', reason: folded.error.health.reason });
    return ok({ view: folded.value.state, seq: folded.value.seq });
  };

  return {
    view,
    /** Appends wherever the stream stands: what happens in a run is no matter of decision. */
    append: async (events: readonly ChatEvent[], held: Held = {}): Promise<Result<undefined, ChatRefused>> => {
      const { pins, riders, unhurried } = held;
      const options = { expected: 'any' as const, ...(pins && { pins }), ...(riders && { content: riders }) };
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const appended = await log.append(chatStream, checked(events), { ...options, ...(unhurried && { unhurried }) });
        if (appended.ok) return ok(undefined);
        if (appended.error.code === 'LOCKED') continue;
        if (appended.error.code !== 'STALE') return err(refusedBy(appended.error));
      }
      return err({ code: 'STORE_BUSY' });
    },
    /** Reads, decides, appends. `repeated`: nothing had to be written, or it was written by the same request before. */
    record: async <Refused>(
      decided: (view: ChatView) => Result<readonly ChatEvent[], Refused>,
      key: string | null = null,
      held: (view: ChatView) => Pick<Decided, 'pins' | 'unpins'> = () => ({}),
    ): Promise<Result<{ readonly seq: number; readonly repeated: boolean }, Refused | ChatRefused>> => {
      const recorded = await decide<Told<Refused>>(chatStream, (state) => {
        const events = decided(state);
        if (!events.ok) return err({ code: 'TOLD', refused: events.error });
        return ok({ events: checked(events.value, key), ...held(state) });
      });
      if (recorded.ok) return ok({ seq: recorded.value.seq, repeated: !recorded.value.written });
      return err(recorded.error.code === 'TOLD' ? recorded.error.refused : refusedBy(recorded.error));
    },
    /** The newest event that fits, since the chat was cleared. */
    findLast: async <Found>(pick: (event: { kind: string; data: JsonObject }) => Found | undefined) => {
      const folded = await views.at(chatStream);
      for (let end = folded.ok ? folded.value.seq : 0; end > 0; ) {
        const from = Math.max(0, end - pageSize);
        const page = await log.read(chatStream, { from, limit: end - from });
        if (!page.ok) return undefined;
        for (const event of page.value.events.toReversed()) {
          if (event.kind === 'chat.cleared') return undefined;
          const found = pick(event);
          if (found !== undefined) return found;
        }
        end = from;
      }
      return undefined;
    },
    carried: (id: BlobId) => log.content(chatStream, id),
  };
};
export type ChatLog = ReturnType<typeof createChatLog>;

type Told<Refused> = { readonly code: 'TOLD'; readonly refused: Refused };

/** An event that its readers could not take would be there for ever: it is a fault of ours, and is not written. */
const checked = (events: readonly ChatEvent[], key: string | null = null): readonly NewEvent[] =>
  events.map((event, at) => {
    const flaw = flawInChat(event);
    if (flaw !== undefined) throw new Error(`This event does not fit the chat: ${flaw}`);
    return { kind: event.kind, key: key === null ? null : `${key}:${at}`, data: event.data as unknown as JsonObject };
  });

const refusedBy = (refused: DecideRefused): ChatRefused => {
  if (isWriteRefused(refused)) return refused;
  switch (refused.code) {
    case 'BUSY':
      return { code: 'STORE_BUSY' };
    case 'UNHEALTHY':
      return { code: 'STORE_UNHEALTHY', reason: refused.health.reason };
    case 'INVALID':
      throw new Error(`The log refused an event of ours: ${refused.reason}`);
  }
};
