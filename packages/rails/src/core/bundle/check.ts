import type { JsonObject, LogEvent, Result } from '@atelier/kernel/core';
import { canonicalText, err, MAX_JSON_DEPTH, ok, tidyJson } from '@atelier/kernel/core';
import { CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import type { Sha256 } from '../crypto.ts';
import { ExecutionSnapshot } from '../engine/state.ts';
import { readEvent, type SessionEvent, storedEventSchema } from '../events/event.ts';
import type { SessionId } from '../ids.ts';
import { digestOf } from '../ids.ts';
import { utf8Bytes } from '../text.ts';
import type { BundleParts } from './bundle.ts';
import { Bundle, partPaths } from './bundle.ts';
import { signedBytes, type VerifySignature } from './signature.ts';

export type BundleRefused = {
  readonly code:
    | 'BUNDLE_INVALID_FORMAT'
    | 'BUNDLE_UNSUPPORTED_VERSION'
    | 'BUNDLE_INTEGRITY_FAILED'
    | 'BUNDLE_MISSING_SNAPSHOT'
    | 'BUNDLE_MISSING_PINNED_WORKFLOW'
    | 'BUNDLE_EVENT_ORDER_INVALID'
    | 'BUNDLE_MANIFEST_ORDER_INVALID';
  readonly detail: string;
};

const no = (code: BundleRefused['code'], detail: string): Result<never, BundleRefused> => err({ code, detail });

export type CheckedBundle = {
  readonly parts: BundleParts;
  readonly workflows: readonly CompiledWorkflowSnapshotV1[];
  /** The key that signed it; the signature fits. */
  readonly publicKey?: string;
};

/** Everything is checked before anything is written: shape, digests, signature, order, references. */
export const checkBundle = (
  sha256: Sha256,
  verify: VerifySignature,
  json: unknown,
): Result<CheckedBundle, BundleRefused> => {
  // First of all: every check below walks it to its end.
  const tidy = tidyJson(json, MAX_JSON_DEPTH);
  if (!tidy.ok) return no('BUNDLE_INVALID_FORMAT', `${tidy.error.at} ${UNTIDY[tidy.error.reason]}`);
  const version =
    typeof json === 'object' && json !== null && 'bundleSchemaVersion' in json && json.bundleSchemaVersion;
  if (typeof version === 'number' && version !== 1)
    return no('BUNDLE_UNSUPPORTED_VERSION', `version ${version}; 1 is understood`);
  const parsed = Bundle.safeParse(json);
  if (!parsed.success) return no('BUNDLE_INVALID_FORMAT', parsed.error.issues[0]?.message ?? 'not a bundle');
  const { session } = parsed.data;
  const parts = { ...session, artifacts: session.artifacts ?? {} } as unknown as BundleParts;
  const checks = [
    () => checkIntegrity(sha256, parsed.data, parts),
    () => checkSignature(verify, parsed.data),
    () => checkEvents(parts),
    () => checkManifest(parts),
    () => checkReferences(parts),
  ];
  for (const check of checks) {
    const found = check();
    if (!found.ok) return found;
  }
  const workflows: CompiledWorkflowSnapshotV1[] = [];
  for (const [hash, json] of Object.entries(parts.pinnedWorkflows)) {
    const workflow = CompiledWorkflowSnapshotV1.safeParse(json);
    if (!workflow.success) return no('BUNDLE_INVALID_FORMAT', `workflow ${hash} is not a compiled one`);
    workflows.push(workflow.data);
  }
  return ok({ parts, workflows, ...(parsed.data.signature ? { publicKey: parsed.data.signature.publicKey } : {}) });
};

const UNTIDY = {
  too_deep: 'is nested too deep',
  forbidden_key: 'has a key that is not allowed',
  rounded_number: 'has a number with too many digits',
} as const;

/** Digests alone can be made anew by whoever changes a part; the signature over them cannot. */
const checkSignature = (verify: VerifySignature, bundle: Bundle): Result<null, BundleRefused> => {
  const { signature } = bundle;
  if (!signature || verify(signedBytes(bundle), signature.publicKey, signature.value)) return ok(null);
  return no('BUNDLE_INTEGRITY_FAILED', 'its signature is not of this content');
};

const checkIntegrity = (sha256: Sha256, bundle: Bundle, parts: BundleParts): Result<null, BundleRefused> => {
  const listed = new Map(bundle.integrity.entries.map((entry) => [entry.path, entry]));
  if (listed.size !== bundle.integrity.entries.length) return no('BUNDLE_INTEGRITY_FAILED', 'a path is listed twice');
  const present = partPaths(parts);
  for (const [path, value] of present) {
    const entry = listed.get(path);
    if (!entry) return no('BUNDLE_INTEGRITY_FAILED', `${path} is not listed`);
    listed.delete(path);
    const text = canonicalText(value);
    if (!text.ok) return no('BUNDLE_INVALID_FORMAT', `${path} is not JSON`);
    const found = digestOf(sha256, text.value);
    if (found !== entry.sha256 || utf8Bytes(text.value) !== entry.bytes)
      return no('BUNDLE_INTEGRITY_FAILED', `${path} differs from its digest`);
    const key = path.split('/')[2];
    if (key !== undefined && key !== found) return no('BUNDLE_INTEGRITY_FAILED', `${path} is not what its name says`);
  }
  const [missing] = listed.keys();
  if (missing === undefined) return ok(null);
  if (missing.startsWith('session/snapshots/')) return no('BUNDLE_MISSING_SNAPSHOT', missing);
  if (missing.startsWith('session/pinnedWorkflows/')) return no('BUNDLE_MISSING_PINNED_WORKFLOW', missing);
  return no('BUNDLE_INTEGRITY_FAILED', `${missing} is listed and not there`);
};

const checkEvents = ({ events, sessionId }: BundleParts): Result<null, BundleRefused> => {
  const schema = storedEventSchema();
  for (const [index, event] of events.entries()) {
    const parsed = schema.safeParse(event);
    if (!parsed.success)
      return no('BUNDLE_INVALID_FORMAT', `event ${index}: ${parsed.error.issues[0]?.message ?? 'not an event'}`);
    if (event.seq !== index) return no('BUNDLE_EVENT_ORDER_INVALID', `event ${index} says it is ${event.seq}`);
    if ((event.data as { sessionId?: string }).sessionId !== sessionId)
      return no('BUNDLE_INVALID_FORMAT', `event ${index} belongs to another session`);
  }
  if (events[0]?.kind !== 'session_created')
    return no('BUNDLE_EVENT_ORDER_INVALID', 'it does not start with the session');
  if (new Set(events.map(({ key }) => key)).size !== events.length)
    return no('BUNDLE_EVENT_ORDER_INVALID', 'two events have one key');
  return checkGraph(events.map(readEvent));
};

/** A node comes after its parent and its run; what follows can then be folded in order. */
const checkGraph = (events: readonly SessionEvent[]): Result<null, BundleRefused> => {
  const runs = new Set<string>();
  const nodes = new Set<string>();
  const ids = new Set<string>(events.map(({ id }) => id));
  const targets: (readonly [number, string])[] = [];
  for (const { kind, body, scope, seq } of events) {
    if (kind === 'run_started' && scope.runId) runs.add(scope.runId);
    else if (scope.runId && !runs.has(scope.runId))
      return no('BUNDLE_EVENT_ORDER_INVALID', `event ${seq} precedes its run`);
    if (scope.nodeId && kind !== 'node_created') targets.push([seq, scope.nodeId]);
    if (kind === 'edge_created' && !ids.has(body.cause.eventId))
      return no('BUNDLE_EVENT_ORDER_INVALID', `event ${seq} follows from ${body.cause.eventId}, which is not there`);
    if (kind === 'edge_created')
      for (const id of [body.fromNodeId, body.toNodeId])
        if (!nodes.has(id)) return no('BUNDLE_EVENT_ORDER_INVALID', `event ${seq} joins ${id}, which is not there`);
    if (kind === 'advance_recorded')
      targets.push([seq, body.outcome.kind === 'advanced' ? body.outcome.toNodeId : body.outcome.blockedNodeId]);
    if (kind !== 'node_created') continue;
    if (body.parentNodeId !== null && !nodes.has(body.parentNodeId))
      return no('BUNDLE_EVENT_ORDER_INVALID', `event ${seq} precedes its parent`);
    if (scope.nodeId) nodes.add(scope.nodeId);
  }
  // An advance is told before the node it leads to.
  for (const [seq, id] of targets)
    if (!nodes.has(id)) return no('BUNDLE_EVENT_ORDER_INVALID', `event ${seq} names ${id}, which is not there`);
  return ok(null);
};

const checkManifest = ({ manifest, events }: BundleParts): Result<null, BundleRefused> => {
  let next = 0;
  for (const [index, { commit, first, last }] of manifest.entries()) {
    if (commit !== index || first !== next || last < first)
      return no('BUNDLE_MANIFEST_ORDER_INVALID', `commit ${index} holds ${first} to ${last}, ${next} was next`);
    next = last + 1;
  }
  return next === events.length ? ok(null) : no('BUNDLE_MANIFEST_ORDER_INVALID', 'it does not cover all events');
};

const checkReferences = ({
  events,
  snapshots,
  pinnedWorkflows,
  artifacts,
}: BundleParts): Result<null, BundleRefused> => {
  for (const { kind, body, seq } of events.map(readEvent)) {
    if (kind === 'node_created' && !snapshots[body.snapshotRef])
      return no('BUNDLE_MISSING_SNAPSHOT', `event ${seq} names ${body.snapshotRef}`);
    if (kind === 'run_started' && !pinnedWorkflows[body.workflowHash])
      return no('BUNDLE_MISSING_PINNED_WORKFLOW', `event ${seq} names ${body.workflowHash}`);
    if (kind !== 'node_output_appended' || body.payload.payloadKind !== 'artifact_ref') continue;
    if (!body.payload.content && !artifacts[body.payload.sha256])
      return no('BUNDLE_INTEGRITY_FAILED', `event ${seq} names ${body.payload.sha256}`);
  }
  for (const [id, snapshot] of Object.entries(snapshots))
    if (!ExecutionSnapshot.safeParse(snapshot).success)
      return no('BUNDLE_INVALID_FORMAT', `snapshot ${id} is impossible`);
  return ok(null);
};

/** The same session under another id: it stands in envelopes and keys, and nowhere else. */
export const withSessionId = (event: LogEvent, from: SessionId, to: SessionId): LogEvent => ({
  ...event,
  key: event.key?.replace(from, to) ?? null,
  data: { ...event.data, sessionId: to },
});

export const jsonBytes = (value: JsonObject): Uint8Array => {
  const text = canonicalText(value);
  if (!text.ok) throw new Error('checked before');
  return new TextEncoder().encode(text.value);
};
