import { type ParamsOf, type ReplyOf, sessionStream } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { hmacSha256 } from '@atelier/rails/adapters';
import { attemptsFrom, nodeViewOf, readEvent, stateTokenOf } from '@atelier/rails/console';
import type { Digest, NodeId, RunId, SessionEvent } from '@atelier/rails/core';
import type { RailsStore } from '../../services/runs.ts';
import { type ReadSession, readSession } from './read-session.ts';
import { refuse } from './words.ts';

/** Everything about one node. Texts are read from the log now, because the fold leaves them there. */
export const readNode = async (
  store: RailsStore,
  { sessionId, runId, nodeId }: ParamsOf<'NodeGet'>,
): Promise<ReplyOf<'NodeGet'>> => {
  const read = await readSession(store, sessionId);
  if (!read) return refuse('SESSION_NOT_FOUND');
  const run = read.state.runs.get(runId as RunId);
  if (!run) return refuse('RUN_NOT_FOUND');
  const node = run.nodes.get(nodeId as NodeId);
  if (!node) return refuse('NODE_NOT_FOUND');

  const saved = node.checkpoints.flatMap((id) => run.nodes.get(id)?.outputs ?? []);
  if (read.health.kind === 'healthy') await store.sessions.recall(read.sessionId, saved.filter(isLeftInLog));
  const events: SessionEvent[] = [];
  const arrival = node.attemptId ? run.attempts.get(node.attemptId) : undefined;
  for (const { firstSeq, lastSeq } of [...(arrival ? [arrival] : []), ...attemptsFrom(run, node)])
    events.push(...(await eventsBetween(store, read, firstSeq, lastSeq)));
  const keys = await store.keyring.read();
  const mayContinue = read.health.kind === 'healthy' && keys.ok && keys.value !== null;
  return ok({
    view: nodeViewOf({
      run,
      node,
      workflow: await store.workflows.get(run.workflowHash),
      events,
      contents: await contentsOf(store, read, events),
      stateToken: mayContinue && keys.value ? stateTokenOf(hmacSha256, keys.value, read.sessionId, run, node) : null,
    }),
    seq: read.state.next,
  });
};

const isLeftInLog = ({ payload }: { readonly payload: unknown }): boolean => payload === null;

const eventsBetween = async (
  store: RailsStore,
  { sessionId, health }: ReadSession,
  first: number,
  last: number,
): Promise<readonly SessionEvent[]> => {
  if (health.kind === 'healthy') {
    const page = await store.sessions.events(sessionId, { from: first, limit: last - first + 1 });
    if (page.ok) return page.value;
  }
  const salvaged = await store.salvage(sessionStream(sessionId));
  return (salvaged?.events ?? []).slice(first, last + 1).map(readEvent);
};

const contentsOf = async (
  store: RailsStore,
  { sessionId }: ReadSession,
  events: readonly SessionEvent[],
): Promise<ReadonlyMap<Digest, JsonObject>> => {
  const contents = new Map<Digest, JsonObject>();
  for (const { kind, body } of events) {
    if (kind !== 'node_output_appended' || body.payload.payloadKind !== 'artifact_ref' || body.payload.content)
      continue;
    const bytes = await store.sessions.content(sessionId, body.payload.sha256);
    if (bytes) contents.set(body.payload.sha256, JSON.parse(new TextDecoder().decode(bytes)) as JsonObject);
  }
  return contents;
};
