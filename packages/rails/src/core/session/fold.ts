import type { BodyOf, SessionEvent } from '../events/event.ts';
import type { Id, NodeId, RunId } from '../ids.ts';
import { defaultPreferences } from '../preferences.ts';
import { utf8Bytes } from '../text.ts';
import type { NodeFact, NodeState, RunState, SessionState } from './state.ts';

/** Moves the state on by one event, in place. Events arrive in order, each once. */
export const foldEvent = (session: SessionState, event: SessionEvent): void => {
  session.next = event.seq + 1;
  session.lastAt = event.at;
  switch (event.kind) {
    case 'session_created':
      session.createdAt = event.at;
      if (event.body.origin) session.origin = event.body.origin;
      if (event.body.imported) session.importedEvents = event.body.imported.events;
      return;
    case 'observation_recorded':
      session.observations.set(event.body.key, { ...event.body, seq: event.seq });
      return;
    case 'run_started':
      startRun(session, event.scope.runId as RunId, event.at, event.body);
      return;
    default: {
      const run = event.scope.runId && session.runs.get(event.scope.runId);
      if (!run) throw new Error(`event ${event.seq} belongs to no run of its session`);
      if (event.kind === 'preferences_changed') session.changes.add(event.body.changeId);
      if (event.kind === 'advance_recorded') for (const id of event.body.heard ?? []) session.heard.add(id);
      foldIntoRun(run, event);
    }
  }
};

type RunEvent = Exclude<SessionEvent, { kind: 'session_created' | 'observation_recorded' | 'run_started' }>;

const foldIntoRun = (run: RunState, event: RunEvent): void => {
  const attempt = event.attemptId && run.attempts.get(event.attemptId);
  if (attempt) attempt.lastSeq = event.seq;
  touch(run, event);
  switch (event.kind) {
    case 'node_created':
      return createNode(run, event);
    case 'edge_created':
      return linkNodes(run, event.body);
    case 'advance_recorded':
      return recordAttempt(run, event);
    case 'decision_trace_appended':
      return;
    default: {
      // Facts of a plan precede the node they take effect on; they wait until it is created.
      const node = run.nodes.get(effectNodeOf(run, event));
      if (node) applyFact(run, node, event);
      else run.waiting.push(event);
    }
  }
};

const applyFact = (run: RunState, node: NodeState, event: NodeFact): void => {
  switch (event.kind) {
    case 'validation_performed':
      run.attempts.get(event.body.attemptId)?.validations.push(event.body);
      if (!event.body.result.valid) node.badges.failedValidations += 1;
      return;
    case 'context_set':
      run.contexts.set(event.body.contextId, event.body.context);
      node.contextId = event.body.contextId;
      return;
    case 'capability_observed':
      return observeCapability(node, event.body);
    case 'divergence_recorded':
      node.badges.divergences += 1;
      return;
    case 'gap_recorded':
      return recordGap(run, node, event);
    case 'preferences_changed':
      node.preferences = event.body.effective;
      return;
    case 'node_output_appended':
      return appendOutput(run, node, event);
  }
};

const recordAttempt = (run: RunState, event: Extract<SessionEvent, { kind: 'advance_recorded' }>): void => {
  const { outcome } = event.body;
  run.attempts.set(event.body.attemptId, {
    attemptId: event.body.attemptId,
    fromNodeId: event.scope.nodeId as NodeId,
    toNodeId: outcome.kind === 'advanced' ? outcome.toNodeId : outcome.blockedNodeId,
    firstSeq: event.seq,
    lastSeq: event.seq,
    record: event.body,
    validations: [],
  });
};

/** The node that the event's plan created: the root at start, the checkpoint for what is saved there. */
const effectNodeOf = (run: RunState, event: RunEvent): NodeId => {
  const scoped = event.scope.nodeId;
  if (scoped && run.nodes.get(scoped)?.kind === 'checkpoint') return scoped;
  const attempt = event.attemptId && run.attempts.get(event.attemptId);
  if (attempt) return attempt.toNodeId;
  const effect = scoped ?? run.rootNodeId;
  if (!effect) throw new Error(`event ${event.seq} has no node it could take effect on`);
  return effect;
};

const touch = (run: RunState, event: RunEvent): void => {
  const nodeId = event.kind === 'edge_created' ? event.body.toNodeId : event.scope.nodeId;
  const node = nodeId && run.nodes.get(nodeId);
  if (!node) return;
  node.lastSeq = event.seq;
  node.lastAt = event.at;
  markNewest(run, node, event.seq);
};

const markNewest = (run: RunState, node: NodeState, seq: number): void => {
  if (node.kind === 'checkpoint') return;
  run.newestNodeId = node.nodeId;
  run.newestSeq = seq;
};

const startRun = (session: SessionState, runId: RunId, at: string, body: BodyOf<'run_started'>): void => {
  session.runs.set(runId, {
    runId,
    workflowId: body.workflowId,
    workflowHash: body.workflowHash,
    sourceKind: body.workflowSourceKind,
    sourceRef: body.workflowSourceRef,
    fingerprint: body.sourceFingerprint ?? null,
    ...(body.agent === undefined ? {} : { agent: body.agent }),
    startedAt: at,
    ordinal: session.runs.size + 1,
    rootNodeId: null,
    nodes: new Map(),
    path: [],
    newestNodeId: null,
    newestSeq: -1,
    attempts: new Map(),
    contexts: new Map(),
    gaps: new Map(),
    waiting: [],
    scattered: false,
    partial: false,
  });
};

const createNode = (run: RunState, event: Extract<SessionEvent, { kind: 'node_created' }>): void => {
  const { body } = event;
  const nodeId = event.scope.nodeId as NodeId;
  const parent = body.parentNodeId === null ? undefined : run.nodes.get(body.parentNodeId);
  const node: NodeState = {
    nodeId,
    kind: body.nodeKind,
    parentId: body.parentNodeId,
    depth: parent ? parent.depth + 1 : 0,
    notesOnPath: parent?.notesOnPath ?? 0,
    snapshotRef: body.snapshotRef,
    pending: body.pending,
    seq: event.seq,
    at: event.at,
    attemptId: event.attemptId ?? null,
    cause: null,
    lastSeq: event.seq,
    lastAt: event.at,
    children: [],
    checkpoints: [],
    preferences: parent?.preferences ?? defaultPreferences,
    capabilities: parent?.capabilities ?? {},
    contextId: parent?.contextId ?? null,
    openGaps: parent?.openGaps ?? [],
    outputs: [],
    badges: { gaps: 0, divergences: 0, failedValidations: 0, capabilities: 0 },
  };
  run.nodes.set(nodeId, node);
  if (node.kind !== 'checkpoint') run.path.push(node);
  if (!parent) run.rootNodeId = nodeId;
  markNewest(run, node, event.seq);
  for (const fact of run.waiting.splice(0)) applyFact(run, node, fact);
};

const linkNodes = (run: RunState, body: BodyOf<'edge_created'>): void => {
  const to = run.nodes.get(body.toNodeId);
  if (to) to.cause = body.cause.kind;
  const from = run.nodes.get(body.fromNodeId);
  if (body.edgeKind === 'checkpoint') from?.checkpoints.push(body.toNodeId);
  else from?.children.push(body.toNodeId);
};

const observeCapability = (node: NodeState, body: BodyOf<'capability_observed'>): void => {
  node.badges.capabilities += 1;
  if (body.status === 'unknown') return;
  const known = node.capabilities[body.capability] ?? {};
  const seen = body.provenance.enforcementGrade === 'strong' ? { strong: body.status } : { claimed: body.status };
  node.capabilities = { ...node.capabilities, [body.capability]: { ...known, ...seen } };
};

const recordGap = (run: RunState, node: NodeState, event: Extract<SessionEvent, { kind: 'gap_recorded' }>): void => {
  const gap = event.body;
  run.gaps.set(gap.gapId, {
    seq: event.seq,
    nodeId: event.scope.nodeId ?? node.nodeId,
    effectNodeId: node.nodeId,
    gap,
  });
  node.badges.gaps += 1;
  const { resolution } = gap;
  node.openGaps =
    resolution.kind === 'resolves'
      ? node.openGaps.filter((id) => id !== resolution.resolvesGapId)
      : [...node.openGaps, gap.gapId];
};

const appendOutput = (
  run: RunState,
  node: NodeState,
  event: Extract<SessionEvent, { kind: 'node_output_appended' }>,
): void => {
  const replaced: Id<'out'> | undefined = event.body.supersedesOutputId;
  if (replaced) for (const other of outputsOf(run, node)) if (other.outputId === replaced) other.superseded = true;
  if (event.body.outputChannel === 'recap') {
    node.notesOnPath += 1;
    if (replaced || node.kind === 'checkpoint') run.scattered = true;
  }
  node.outputs.push({
    seq: event.seq,
    nodeId: event.scope.nodeId ?? node.nodeId,
    outputId: event.body.outputId,
    channel: event.body.outputChannel,
    bytes: bytesOf(event.body.payload),
    superseded: false,
    payload: event.body.payload,
  });
};

const outputsOf = function* (run: RunState, from: NodeState) {
  for (let node: NodeState | undefined = from; node; node = node.parentId ? run.nodes.get(node.parentId) : undefined)
    yield* node.outputs;
};

const bytesOf = (payload: BodyOf<'node_output_appended'>['payload']): number =>
  payload.payloadKind === 'notes' ? utf8Bytes(payload.notesMarkdown) : payload.byteLength;
