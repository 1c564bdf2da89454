import { err, type Json, type JsonObject, ok, type Result, type StreamId } from '@atelier/kernel/core';
import type { BlobId, Blobs, EventLog, Snapshots } from '@atelier/kernel/ports';
import { createProjection } from '@atelier/kernel/usecases';
import type { ChatMessage } from '../core/chat.ts';
import { type PendingCall, type RunStep, stepBetween, type ToolRun } from '../core/tool-run.ts';
import type { RunSaves, SaveRefusal } from '../ports/run-saves.ts';
import { packMessages, type SavedMessage, unpackMessages } from './saved-messages.ts';

/** What a call asks for stands in the message that makes it; logs of before have it here too. */
type SavedCall = Pick<PendingCall, 'id' | 'unreadable'> & Partial<PendingCall>;
type SavedPart = Omit<ToolRun, 'messages' | 'pending'> & { readonly pending: readonly SavedCall[] };
type SavedRun = SavedPart & { readonly messages: readonly SavedMessage[] };
type SavedStep = SavedPart & { readonly added: readonly SavedMessage[] };

type Saved = {
  readonly run: SavedRun | undefined;
  /** Of the driver that saved last; 0 where there is only one. */
  readonly term: number;
  /** Content that the run is made of. */
  readonly holds: readonly BlobId[];
};

const nothing: Saved = { run: undefined, term: 0, holds: [] };

type Deps = {
  readonly log: EventLog;
  readonly snapshots: Snapshots;
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
};

const afterSaved = (before: Saved, { added, ...rest }: SavedStep, holds: readonly BlobId[]): Saved => ({
  ...before,
  run: { ...rest, messages: [...(before.run?.messages ?? []), ...added] },
  holds: holds.length === 0 ? before.holds : [...new Set([...before.holds, ...holds])],
});

const named = ({ id, unreadable }: PendingCall): SavedCall => (unreadable === undefined ? { id } : { id, unreadable });

const calledIn = (messages: readonly ChatMessage[], pending: readonly SavedCall[]): readonly PendingCall[] => {
  const asked = messages.findLast((message) => message.role === 'assistant')?.toolCalls ?? [];
  return pending.flatMap((saved) => {
    const call = asked.find(({ id }) => id === saved.id);
    return call ? [{ ...call, ...saved }] : [];
  });
};

/** Loops' states in streams of their own, `run/<id>`, which no tab may follow. */
export const createRunSaves = ({ log, snapshots, blobs }: Deps): ((stream: StreamId) => RunSaves) => {
  const runs = createProjection<Saved>({
    log,
    initial: nothing,
    evolve: (saved, { kind, data }) => {
      if (kind === 'run.driven') return { ...saved, term: Number(data.term) };
      if (kind === 'run.dropped') return { ...nothing, term: saved.term };
      if (kind !== 'run.stepped') return saved;
      return afterSaved(saved, data.step as unknown as SavedStep, (data.holds ?? []) as readonly BlobId[]);
    },
    snapshot: {
      store: snapshots,
      of: { name: 'run', version: 3 },
      encode: ({ run, ...rest }) => ({ run: run ?? null, ...rest }) as unknown as Json,
      decode: (json) => {
        const { run, ...rest } = json as unknown as Saved & { readonly run: SavedRun | null };
        return { ...rest, run: run ?? undefined };
      },
    },
  });

  return (stream) => {
    /** Where the stream ends, once this driver has taken it: whatever else is there was written by another. */
    let expected: number | 'any' = 'any';
    const saved = async (): Promise<Result<Saved, SaveRefusal>> => {
      const folded = await runs.at(stream);
      return folded.ok ? ok(folded.value.state) : err({ code: folded.error.code });
    };
    const append = async (
      events: readonly { readonly kind: string; readonly data: JsonObject; readonly key?: string | undefined }[],
      held: { readonly pins?: readonly BlobId[]; readonly unpins?: readonly BlobId[] } = {},
    ): Promise<Result<undefined, SaveRefusal>> => {
      const fresh = events.map(({ kind, data, key = null }) => ({ kind, data, key }));
      const appended = await log.append(stream, fresh, { expected, ...held });
      if (!appended.ok) return err({ code: appended.error.code === 'STALE' ? 'NOT_DRIVING' : appended.error.code });
      if (expected !== 'any') expected = appended.value.next;
      return ok(undefined);
    };
    const stepped = async ({ added, pending, ...rest }: RunStep) => {
      const packed = await packMessages(blobs, added);
      const saved: SavedStep = { ...rest, pending: pending.map(named), added: packed.added };
      const step = saved as unknown as JsonObject;
      const data: JsonObject = packed.holds.length === 0 ? { step } : { step, holds: [...packed.holds] };
      return { kind: 'run.stepped', data, pins: packed.holds };
    };
    return {
      load: async () => {
        const now = await saved();
        if (!now.ok || !now.value.run) return now.ok ? ok(undefined) : now;
        const messages = await unpackMessages(blobs, now.value.run.messages);
        if (!messages) return err({ code: 'CONTENT_MISSING' });
        return ok({ ...now.value.run, messages, pending: calledIn(messages, now.value.run.pending) });
      },
      tally: async () => {
        const now = await saved();
        if (!now.ok || !now.value.run) return now.ok ? ok(undefined) : now;
        const { meter, nextEntry } = now.value.run;
        return ok({ meter, nextEntry });
      },
      save: async (step, key) => {
        const { pins, ...event } = await stepped(step);
        return append([{ ...event, key }], { pins });
      },
      begin: async (run) => {
        const before = await saved();
        if (!before.ok) return before;
        const { pins, ...event } = await stepped(stepBetween(undefined, run));
        const unpins = before.value.holds.filter((id) => !pins.includes(id));
        return append([{ kind: 'run.dropped', data: {} }, event], { pins, unpins });
      },
      drop: async () => {
        const before = await saved();
        return before.ok ? append([{ kind: 'run.dropped', data: {} }], { unpins: before.value.holds }) : before;
      },
      fence: async (term) => {
        for (;;) {
          const now = await runs.at(stream);
          if (!now.ok) return err({ code: now.error.code });
          if (now.value.state.term >= term) return err({ code: 'NOT_DRIVING' });
          const driven = { kind: 'run.driven', key: null, data: { term } };
          const appended = await log.append(stream, [driven], { expected: now.value.seq });
          if (appended.ok) {
            expected = appended.value.next;
            return ok(undefined);
          }
          if (appended.error.code !== 'STALE' && appended.error.code !== 'LOCKED')
            return err({ code: appended.error.code });
        }
      },
    };
  };
};
