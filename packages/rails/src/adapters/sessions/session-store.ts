import { AsyncLocalStorage } from 'node:async_hooks';
import { createBoundedMap, createTurns, err, ok } from '@atelier/kernel/core';
import type { Blobs, EventLog, Snapshots } from '@atelier/kernel/ports';
import type { PlannedEvent } from '../../core/events/event.ts';
import { readEvent, toNewEvent } from '../../core/events/event.ts';
import type { Digest, SessionId } from '../../core/ids.ts';
import { foldEvent } from '../../core/session/fold.ts';
import type { SessionReader, SessionWriter, Witness } from '../../ports/sessions.ts';
import { createFoldKeeper, streamOf } from './fold-keeper.ts';
import { putWithinQuota } from './put-within-quota.ts';

/** Up to this size content rides inside the commit that names it; larger content is stored beside the log. */
const IN_COMMIT_BYTES = 4_096;
const RECALL_SPAN = 500;

export type SessionStoreOptions = {
  readonly log: Pick<EventLog, 'append' | 'read' | 'content'>;
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  readonly snapshots?: Snapshots;
  /** Told after each commit, off the path of the answer. */
  readonly onCommit?: (sessionId: SessionId) => void;
  /** Looks at every event before it becomes a fact, and throws for what must not be one. */
  readonly check?: (event: PlannedEvent) => void;
};

export const createSessionStore = ({
  log,
  blobs,
  snapshots,
  onCommit,
  check,
}: SessionStoreOptions): SessionReader & SessionWriter => {
  const keeper = createFoldKeeper({ log, snapshots });
  const recent = createRecentContent();
  const held = new AsyncLocalStorage<ReadonlySet<SessionId>>();
  const { inTurn } = createTurns<SessionId>();
  /** Witnesses that are good now, with the seq their holder decided on. */
  const valid = new WeakMap<Witness, number>();

  const reader: SessionReader = {
    at: keeper.at,
    asOf: async (sessionId, next) => {
      const now = await keeper.at(sessionId);
      if (!now.ok) return now;
      if (now.value?.next === next) return ok(now.value);
      const page = await log.read(streamOf(sessionId), { from: 0, limit: next });
      if (!page.ok) {
        if (page.error.code === 'UNHEALTHY') return err({ code: 'SESSION_NOT_HEALTHY', health: page.error.health });
        throw new Error(page.error.detail);
      }
      const state = keeper.fresh(sessionId);
      for (const event of page.value.events) foldEvent(state, readEvent(event));
      return ok(state);
    },
    events: async (sessionId, range) => {
      const page = await log.read(streamOf(sessionId), range);
      if (page.ok) return ok(page.value.events.map(readEvent));
      if (page.error.code === 'UNHEALTHY') return err({ code: 'SESSION_NOT_HEALTHY', health: page.error.health });
      throw new Error(page.error.detail);
    },
    recall: async (sessionId, outputs) => {
      const wanted = new Map(outputs.map((output) => [output.seq, output]));
      const seqs = [...wanted.keys()].sort((a, b) => a - b);
      while (seqs.length > 0) {
        // Neighbours come in one read: a step's notes stand a few events from the next step's.
        const from = seqs[0] ?? 0;
        const together = seqs.splice(0, seqs.findLastIndex((seq) => seq < from + RECALL_SPAN) + 1);
        const limit = (together.at(-1) ?? from) - from + 1;
        const page = await log.read(streamOf(sessionId), { from, limit });
        for (const stored of page.ok ? page.value.events : []) {
          const output = wanted.get(stored.seq);
          if (!output) continue;
          const event = readEvent(stored);
          if (event.kind === 'node_output_appended') output.payload = event.body.payload;
        }
      }
    },
    content: async (sessionId, id) => {
      const known = recent.get(id);
      if (known) return known;
      const bytes = (await log.content(streamOf(sessionId), id)) ?? (await blobs.get(id));
      if (bytes) recent.set(id, bytes);
      return bytes;
    },
  };

  /** Alone among the writers of this session in this process, and never inside itself. */
  const alone = <T>(sessionId: SessionId, work: () => Promise<T>): Promise<T> => {
    const outer = held.getStore();
    if (outer?.has(sessionId)) throw new Error(`session ${sessionId} is locked by this very call`);
    return inTurn(sessionId, () => held.run(new Set([...(outer ?? []), sessionId]), work));
  };

  const handOut = async <T>(witness: Witness, use: (witness: Witness) => Promise<T>): Promise<T> => {
    valid.set(witness, witness.state.next);
    try {
      return await use(witness);
    } finally {
      valid.delete(witness);
    }
  };

  const writer: SessionWriter = {
    withNewSession: (sessionId, use) =>
      alone(sessionId, () => handOut({ sessionId, state: keeper.fresh(sessionId) }, use)),
    withHealthySessionLock: (sessionId, use) =>
      alone(sessionId, async () => {
        let state = keeper.recent(sessionId);
        if (!state) {
          const now = await keeper.at(sessionId);
          if (!now.ok) return now;
          state = now.value ?? keeper.fresh(sessionId);
        }
        return ok(await handOut({ sessionId, state }, use));
      }),
    commit: async (witness, { planned, content, pins = [] }) => {
      const expected = valid.get(witness);
      if (expected === undefined) throw new Error('a witness is good only inside the call it was handed to');
      valid.delete(witness);
      const { sessionId } = witness;
      const small = content.filter(({ bytes }) => bytes.length <= IN_COMMIT_BYTES);
      const large = content.filter(({ bytes }) => bytes.length > IN_COMMIT_BYTES);
      const stored: Digest[] = [];
      for (const { bytes } of large) {
        const put = await putWithinQuota(blobs, bytes);
        if (!put.ok) return put;
        stored.push(put.value);
      }
      const done = await log.append(
        streamOf(sessionId),
        planned.map((event) => {
          check?.(event);
          return toNewEvent(sessionId, event);
        }),
        { expected, content: small.map(({ bytes }) => bytes), pins: [...pins, ...stored] },
      );
      if (!done.ok) return refused(done.error);
      for (const { id, bytes } of small) recent.set(id, bytes);
      if (!done.value.repeated) keeper.absorbCommit(sessionId, done.value);
      void keeper.saveIfDue(sessionId).catch(() => undefined);
      onCommit?.(sessionId);
      return ok({ next: done.value.next });
    },
  };
  return { ...reader, ...writer };
};

const refused = (
  error: Extract<Awaited<ReturnType<EventLog['append']>>, { ok: false }>['error'],
): Awaited<ReturnType<SessionWriter['commit']>> => {
  switch (error.code) {
    case 'STALE':
      return err({ code: 'STALE' });
    case 'LOCKED':
      return err({
        code: 'SESSION_LOCKED',
        afterMs: Math.max(error.afterMs, 1_000),
        ...(error.ownerPid !== undefined && { ownerPid: error.ownerPid }),
      });
    case 'UNHEALTHY':
      return err({ code: 'SESSION_NOT_HEALTHY', health: error.health });
    case 'DISK_FULL':
    case 'DISK_READ_ONLY':
    case 'DATABASE_AWAY':
    case 'STORE_AWAY':
    case 'WRITE_FAILED': {
      const { code, inDoubt, system } = error;
      return err({ code, inDoubt, ...(system !== undefined && { system }) });
    }
    case 'INVALID':
      throw new Error(`the log refused a plan as invalid: ${error.reason}: ${error.detail}`);
  }
};

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The snapshot a step was written with is the one the next call asks for. Content never changes, so it never goes stale. */
const createRecentContent = (keep = 256) => {
  const byId = createBoundedMap<Digest, Uint8Array>(keep);
  return {
    get: byId.get,
    set: (id: Digest, bytes: Uint8Array): void => {
      if (bytes.length <= IN_COMMIT_BYTES) byId.set(id, bytes);
    },
  };
};
