import type { JsonObject, LogEvent, QuotaExceeded, Result } from '@atelier/kernel/core';
import { err, ok, QuotaRefused } from '@atelier/kernel/core';
import type { Blobs, EventLog, ImportRefused } from '@atelier/kernel/ports';
import type { BundleParts } from '../core/bundle/bundle.ts';
import type { BundleRefused } from '../core/bundle/check.ts';
import { checkBundle, jsonBytes, withSessionId } from '../core/bundle/check.ts';
import type { Sha256 } from '../core/crypto.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import { utf8Bytes } from '../core/text.ts';
import { contentOf } from './export-session.ts';

export type ImportDeps = {
  readonly sha256: Sha256;
  readonly log: Pick<EventLog, 'read' | 'importStream'>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly newId: (prefix: 'sess') => SessionId;
};

export type Imported = {
  readonly sessionId: SessionId;
  /** The id it had, when that one was taken here. */
  readonly importedAs: 'same' | 'new';
  readonly events: number;
};

/** A log takes at most so much in one commit; a longer session arrives in several. */
const COMMIT_EVENTS = 4_000;
const COMMIT_BYTES = 3 * 1024 * 1024;
const IN_COMMIT_BYTES = 4_096;

/**
 * Checks everything, then stores content, then events: all of them or none, whatever stops it. A session that is here
 * already is never merged into.
 */
export const importBundle =
  (deps: ImportDeps) =>
  async (json: unknown): Promise<Result<Imported, BundleRefused | ImportRefused | QuotaExceeded>> => {
    const checked = checkBundle(deps.sha256, json);
    if (!checked.ok) return checked;
    const parts = checked.value;
    const own = parts.events.map((event, seq) => (seq === 0 ? markImported(event, parts.events.length) : event));
    const here = await deps.log.read(`session/${parts.sessionId}`, { limit: 1 });
    const taken = !here.ok || here.value.events.length > 0;
    const sessionId = taken ? deps.newId('sess') : parts.sessionId;
    const events = own.map((event) => withSessionId(event, parts.sessionId, sessionId));

    const stored = new Set<Digest>();
    const beside = ([...Object.keys(parts.snapshots), ...Object.keys(parts.artifacts)] as Digest[]).filter(
      (id) => bytesOf(parts, id).length > IN_COMMIT_BYTES,
    );
    try {
      for (const id of [...(Object.keys(parts.pinnedWorkflows) as Digest[]), ...beside])
        stored.add(await deps.blobs.put(bytesOf(parts, id)));
    } catch (cause) {
      // No event names what was stored so far: it is collected.
      if (cause instanceof QuotaRefused) return err(cause.refusal);
      throw cause;
    }

    const commits = [...batches(events)].map((batch) => {
      const named = contentOf(batch);
      const ids = [...named.snapshots, ...named.artifacts, ...named.pinnedWorkflows];
      return {
        events: batch.map(({ id, at, kind, key, data }) => ({ id, at, kind, key, data })),
        pins: ids.filter((id) => stored.has(id)),
        content: ids.filter((id) => !stored.has(id)).map((id) => bytesOf(parts, id)),
      };
    });
    const done = await deps.log.importStream(`session/${sessionId}`, commits);
    if (!done.ok) return err(done.error);
    return ok({ sessionId, importedAs: taken ? 'new' : 'same', events: events.length });
  };

const markImported = (event: LogEvent, events: number): LogEvent => {
  const body = event.data.body as JsonObject;
  return { ...event, data: { ...event.data, body: { ...body, imported: { events } } } };
};

const bytesOf = (parts: BundleParts, id: Digest): Uint8Array => {
  const value = parts.snapshots[id] ?? parts.artifacts[id] ?? parts.pinnedWorkflows[id];
  if (!value) throw new Error(`${id} was checked to be there`);
  return jsonBytes(value);
};

const batches = function* (events: readonly LogEvent[]): Generator<readonly LogEvent[]> {
  let batch: LogEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = utf8Bytes(JSON.stringify(event));
    if (batch.length > 0 && (batch.length >= COMMIT_EVENTS || bytes + size > COMMIT_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
};
