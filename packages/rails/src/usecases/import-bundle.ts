import type { JsonObject, LogEvent, QuotaExceeded, Result } from '@atelier/kernel/core';
import { err, ok, QuotaRefused } from '@atelier/kernel/core';
import type { AppendRefused, Blobs, EventLog } from '@atelier/kernel/ports';
import type { BundleParts } from '../core/bundle/bundle.ts';
import type { BundleRefused } from '../core/bundle/check.ts';
import { checkBundle, jsonBytes, withSessionId } from '../core/bundle/check.ts';
import { canonical } from '../core/canonical.ts';
import type { Sha256 } from '../core/crypto.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import { utf8Bytes } from '../core/text.ts';
import { contentOf } from './export-session.ts';

export type ImportDeps = {
  readonly sha256: Sha256;
  readonly log: Pick<EventLog, 'read' | 'append'>;
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
 * Checks everything, then stores content, then events. A session that is here already is never merged into. One that
 * is too long for a single commit says in its first event how many events it has, and exists for nobody before the
 * last of them is there: an import that was cut off leaves no half of a session, and the next one completes it.
 */
export const importBundle =
  (deps: ImportDeps) =>
  async (json: unknown): Promise<Result<Imported, BundleRefused | AppendRefused | QuotaExceeded>> => {
    const checked = checkBundle(deps.sha256, json);
    if (!checked.ok) return checked;
    const parts = checked.value;
    const own = parts.events.map((event, seq) => (seq === 0 ? markImported(event, parts.events.length) : event));
    const here = await deps.log.read(`session/${parts.sessionId}`);
    const taken = !here.ok || !isBeginningOf(here.value.events, own);
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

    for (const batch of batches(taken ? events : events.slice(here.value.events.length))) {
      const named = contentOf(batch);
      const ids = [...named.snapshots, ...named.artifacts, ...named.pinnedWorkflows];
      const done = await deps.log.append(
        `session/${sessionId}`,
        batch.map(({ id, at, kind, key, data }) => ({ id, at, kind, key, data })),
        {
          expected: batch[0]?.seq ?? 0,
          pins: ids.filter((id) => stored.has(id)),
          content: ids.filter((id) => !stored.has(id)).map((id) => bytesOf(parts, id)),
        },
      );
      if (!done.ok) return err(done.error);
    }
    return ok({ sessionId, importedAs: taken ? 'new' : 'same', events: events.length });
  };

const markImported = (event: LogEvent, events: number): LogEvent => {
  const body = event.data.body as JsonObject;
  return { ...event, data: { ...event.data, body: { ...body, imported: { events } } } };
};

/** Nothing at all, or what an import of this very bundle left when it was cut off. */
const isBeginningOf = (there: readonly LogEvent[], events: readonly LogEvent[]): boolean =>
  there.length === 0 ||
  (there.length < events.length && there.every((event, seq) => sameFact(event, events[seq] as LogEvent)));

const sameFact = (a: LogEvent, b: LogEvent): boolean =>
  a.id === b.id && a.kind === b.kind && a.key === b.key && sameJson(a.data, b.data);

const sameJson = (a: JsonObject, b: JsonObject): boolean => canonical(a) === canonical(b);

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
