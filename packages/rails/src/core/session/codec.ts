import type { Json, JsonObject } from '@atelier/kernel/core';
import { EdgeCause, NodeKind, type Preferences } from '../events/bodies.ts';
import type { AttemptId, Id, NodeId } from '../ids.ts';
import type { AttemptState, Badges, GapState, NodeState, OutputState, RunState, SessionState } from './state.ts';

/** Raised whenever the shape below changes: older snapshots are then let go. */
export const FOLD_VERSION = 6;

/**
 * A node as a row: a run of a thousand steps has a thousand of them, and names would take more room than values.
 * Texts stay in the log. Shared values stand in tables and are named by their place.
 */
type Row = readonly [
  nodeId: string,
  kind: number,
  parent: number,
  snapshotRef: string,
  pending: string | null,
  seq: number,
  at: number,
  attemptId: string | null,
  cause: number,
  /** Beyond `seq` and `at`. */
  lastSeq: number,
  lastAt: number,
  preferences: number,
  capabilities: number,
  contextId: Id<'ctx'> | null,
  openGaps: number,
  outputs: readonly OutputRow[],
  badges: Badges | 0,
  attempt: AttemptRow | 0,
];
type OutputRow = readonly [
  seq: number,
  node: number,
  outputId: string,
  artifact: 0 | 1,
  bytes: number,
  superseded: 0 | 1,
];
/** The advance that made the node. Its from, to and outcome follow from the graph unless it was blocked. */
type AttemptRow = readonly [first: number, length: number, digest: string, rest: Json | 0];

type StoredRun = Omit<RunState, 'nodes' | 'path' | 'attempts' | 'contexts' | 'gaps' | 'waiting' | 'partial'> & {
  readonly rows: readonly Row[];
  readonly preferences: readonly Preferences[];
  readonly capabilities: readonly NodeState['capabilities'][];
  readonly openGaps: readonly NodeState['openGaps'][];
  readonly contexts: readonly [Id<'ctx'>, JsonObject][];
  readonly gaps: readonly GapState[];
};
type Stored = Omit<SessionState, 'observations' | 'changes' | 'heard' | 'runs'> & {
  readonly observations: readonly (SessionState['observations'] extends Map<string, infer V> ? V : never)[];
  readonly changes: readonly Id<'prefchg'>[];
  readonly heard: readonly string[];
  readonly runs: readonly StoredRun[];
};

const SHA = 'sha256:';
const KINDS = NodeKind.options;
const CAUSES = EdgeCause.options;
const bare = (id: string): string => id.slice(id.indexOf('_') + 1);

/** The fold as JSON, only to spare a long read: it can always be deleted. */
export const encodeSession = (session: SessionState): Json =>
  ({
    ...session,
    observations: [...session.observations.values()],
    changes: [...session.changes],
    heard: [...session.heard],
    runs: [...session.runs.values()].map(encodeRun),
  }) as unknown as Json;

const encodeRun = (run: RunState): StoredRun => {
  const { nodes, path: _, attempts, contexts, gaps, waiting: __, partial: ___, ...facts } = run;
  const preferences = createTable<Preferences>();
  const capabilities = createTable<NodeState['capabilities']>();
  const openGaps = createTable<NodeState['openGaps']>();
  const indexById = new Map<NodeId, number>([...nodes.keys()].map((id, index) => [id, index]));
  const rows = [...nodes.values()].map((node): Row => {
    const attempt = node.attemptId && attempts.get(node.attemptId);
    return [
      bare(node.nodeId),
      KINDS.indexOf(node.kind),
      node.parentId === null ? -1 : (indexById.get(node.parentId) ?? -1),
      node.snapshotRef.slice(SHA.length),
      node.pending,
      node.seq,
      Date.parse(node.at),
      node.attemptId && bare(node.attemptId),
      node.cause === null ? -1 : CAUSES.indexOf(node.cause),
      node.lastSeq - node.seq,
      Date.parse(node.lastAt) - Date.parse(node.at),
      preferences.place(node.preferences),
      capabilities.place(node.capabilities),
      node.contextId,
      openGaps.place(node.openGaps),
      node.outputs.map((output) => encodeOutput(output, indexById)),
      Object.values(node.badges).some((count) => count > 0) ? node.badges : 0,
      attempt && attempt.toNodeId === node.nodeId ? encodeAttempt(attempt) : 0,
    ];
  });
  return {
    ...facts,
    rows,
    preferences: preferences.values,
    capabilities: capabilities.values,
    openGaps: openGaps.values,
    contexts: [...contexts],
    gaps: [...gaps.values()],
  };
};

const encodeOutput = (output: OutputState, indexById: ReadonlyMap<NodeId, number>): OutputRow => [
  output.seq,
  indexById.get(output.nodeId) ?? -1,
  bare(output.outputId),
  output.channel === 'artifact' ? 1 : 0,
  output.bytes,
  output.superseded ? 1 : 0,
];

const encodeAttempt = ({ firstSeq, lastSeq, record, validations }: AttemptState): AttemptRow => {
  const plain = record.outcome.kind === 'advanced' && !record.warnings && validations.length === 0;
  const rest = { outcome: record.outcome, warnings: record.warnings ?? null, validations };
  return [
    firstSeq,
    lastSeq - firstSeq,
    record.requestDigest?.slice(SHA.length) ?? '',
    plain ? 0 : (rest as unknown as Json),
  ];
};

export const decodeSession = (json: Json): SessionState => {
  const stored = json as unknown as Stored;
  return {
    ...stored,
    observations: new Map(stored.observations.map((each) => [each.key, each])),
    changes: new Set(stored.changes),
    heard: new Set(stored.heard),
    runs: new Map(stored.runs.map((run) => [run.runId, decodeRun(run)])),
  };
};

const decodeRun = ({ rows, preferences, capabilities, openGaps, contexts, gaps, ...facts }: StoredRun): RunState => {
  const nodes: NodeState[] = [];
  const attempts = new Map<AttemptId, AttemptState>();
  for (const row of rows) {
    const parent = nodes[row[2]];
    const node: NodeState = {
      nodeId: `node_${row[0]}`,
      kind: KINDS[row[1]] ?? 'step',
      parentId: parent?.nodeId ?? null,
      depth: parent ? parent.depth + 1 : 0,
      notesOnPath: (parent?.notesOnPath ?? 0) + row[15].filter(([, , , artifact]) => artifact === 0).length,
      snapshotRef: `${SHA}${row[3]}`,
      pending: row[4],
      seq: row[5],
      at: new Date(row[6]).toISOString(),
      attemptId: row[7] === null ? null : `attempt_${row[7]}`,
      cause: CAUSES[row[8]] ?? null,
      lastSeq: row[5] + row[9],
      lastAt: new Date(row[6] + row[10]).toISOString(),
      children: [],
      checkpoints: [],
      preferences: preferences[row[11]] as Preferences,
      capabilities: capabilities[row[12]] ?? {},
      contextId: row[13],
      openGaps: openGaps[row[14]] ?? [],
      outputs: [],
      badges: row[16] === 0 ? { gaps: 0, divergences: 0, failedValidations: 0, capabilities: 0 } : row[16],
    };
    nodes.push(node);
    if (parent) (node.kind === 'checkpoint' ? parent.checkpoints : parent.children).push(node.nodeId);
    if (row[17] !== 0 && node.attemptId) attempts.set(node.attemptId, decodeAttempt(node.attemptId, node, row[17]));
    for (const [seq, at, outputId, artifact, bytes, superseded] of row[15])
      node.outputs.push({
        seq,
        nodeId: nodes[at]?.nodeId ?? node.nodeId,
        outputId: `out_${outputId}`,
        channel: artifact === 1 ? 'artifact' : 'recap',
        bytes,
        superseded: superseded === 1,
        payload: null,
      });
  }
  return {
    ...facts,
    nodes: new Map(nodes.map((node) => [node.nodeId, node])),
    path: nodes.filter(({ kind }) => kind !== 'checkpoint'),
    attempts,
    contexts: new Map(contexts),
    gaps: new Map(gaps.map((gap) => [gap.gap.gapId, gap])),
    waiting: [],
    partial: true,
  };
};

const decodeAttempt = (
  attemptId: AttemptId,
  node: NodeState,
  [firstSeq, length, digest, rest]: AttemptRow,
): AttemptState => {
  const more = (rest === 0 ? {} : rest) as unknown as {
    outcome?: AttemptState['record']['outcome'];
    warnings?: AttemptState['record']['warnings'] | null;
    validations?: AttemptState['validations'];
  };
  return {
    attemptId,
    fromNodeId: node.parentId ?? node.nodeId,
    toNodeId: node.nodeId,
    firstSeq,
    lastSeq: firstSeq + length,
    record: {
      attemptId,
      intent: 'ack_pending',
      outcome: more.outcome ?? { kind: 'advanced', toNodeId: node.nodeId },
      ...(digest === '' ? {} : { requestDigest: `${SHA}${digest}` as const }),
      ...(more.warnings ? { warnings: more.warnings } : {}),
    },
    validations: more.validations ?? [],
  };
};

/** Values that many nodes share, kept once. Shared by reference in the fold, so a look by reference finds them. */
const createTable = <T extends object>() => {
  const values: T[] = [];
  const places = new Map<T, number>();
  return {
    values,
    place: (value: T): number => {
      const known = places.get(value);
      if (known !== undefined) return known;
      places.set(value, values.length);
      values.push(value);
      return values.length - 1;
    },
  };
};
