import type { JsonObject, LogEvent, QuotaExceeded, Result } from '@atelier/kernel/core';
import { err, ok, QuotaRefused } from '@atelier/kernel/core';
import type { Blobs, EventLog, ImportRefused } from '@atelier/kernel/ports';
import type { BundleParts } from '../core/bundle/bundle.ts';
import type { BundleRefused, CheckedBundle } from '../core/bundle/check.ts';
import { checkBundle, jsonBytes, withSessionId } from '../core/bundle/check.ts';
import { type BundleReview, needsReview, promptDifferences } from '../core/bundle/review.ts';
import { fingerprintOf } from '../core/bundle/signature.ts';
import type { Sha256 } from '../core/crypto.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import { utf8Bytes } from '../core/text.ts';
import type { BundleSigner } from '../ports/bundle-signer.ts';
import type { WorkflowCatalog } from '../ports/workflow-catalog.ts';
import { contentOf } from './export-session.ts';

type LookDeps = {
  readonly sha256: Sha256;
  readonly signer: Pick<BundleSigner, 'verify' | 'publicKey'>;
  readonly catalog: Pick<WorkflowCatalog, 'find'>;
};

export type ImportDeps = LookDeps & {
  readonly log: Pick<EventLog, 'read' | 'importStream'>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly newId: (prefix: 'sess') => SessionId;
};

export type Imported = {
  readonly sessionId: SessionId;
  /** The id it had, when that one was taken here. */
  readonly importedAs: 'same' | 'new';
  readonly events: number;
  readonly review: BundleReview;
};

export type ImportOptions = {
  /** Somebody has seen who signed it and what agents would be told. */
  readonly reviewed?: boolean;
};
export type ReviewNeeded = { readonly code: 'BUNDLE_NEEDS_REVIEW'; readonly review: BundleReview };

/** Whether a bundle can be imported, and what somebody should see before any agent goes on from it. */
export const reviewBundle =
  (deps: LookDeps) =>
  async (json: unknown): Promise<Result<BundleReview, BundleRefused>> => {
    const checked = checkBundle(deps.sha256, deps.signer.verify, json);
    return checked.ok ? ok(await reviewOf(deps, checked.value)) : checked;
  };

const reviewOf = async (deps: LookDeps, { workflows, publicKey }: CheckedBundle): Promise<BundleReview> => {
  const prompts: BundleReview['prompts'][number][] = [];
  for (const workflow of workflows) {
    const here = await deps.catalog.find(workflow.workflowId, { workspacePath: null });
    prompts.push(...promptDifferences(workflow, here.ok ? here.value.compiled : undefined));
  }
  if (publicKey === undefined) return { signedBy: { kind: 'nobody' }, prompts };
  const kind = publicKey === (await deps.signer.publicKey()) ? 'this_installation' : 'other_installation';
  return { signedBy: { kind, fingerprint: fingerprintOf(deps.sha256, publicKey) }, prompts };
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
  async (
    json: unknown,
    { reviewed = false }: ImportOptions = {},
  ): Promise<Result<Imported, BundleRefused | ReviewNeeded | ImportRefused | QuotaExceeded>> => {
    const checked = checkBundle(deps.sha256, deps.signer.verify, json);
    if (!checked.ok) return checked;
    const review = await reviewOf(deps, checked.value);
    if (!reviewed && needsReview(review)) return err({ code: 'BUNDLE_NEEDS_REVIEW', review });
    const { parts } = checked.value;
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
    return ok({ sessionId, importedAs: taken ? 'new' : 'same', events: events.length, review });
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
