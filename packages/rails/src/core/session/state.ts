import type { JsonObject } from '@atelier/kernel/core';
import type { Capability } from '../compiled.ts';
import type { BodyOf, EdgeCause, NodeKind, Observation, Preferences, SessionOrigin } from '../events/bodies.ts';
import type { SessionEvent } from '../events/event.ts';
import type { AttemptId, Digest, Id, NodeId, RunId, SessionId } from '../ids.ts';

/**
 * A session folded from its events. Kept folded between calls and moved on in place, because copying it would make
 * an advance cost more the longer the run is: whoever awaits something reads it again afterwards.
 */
export type SessionState = {
  sessionId: SessionId | null;
  /** The seq after the last event folded in. */
  next: number;
  createdAt: string | null;
  lastAt: string | null;
  /** Whose run it is, where no MCP client started it. */
  origin?: SessionOrigin['origin'];
  /** Set for a session that came in a bundle: how many of its events did. */
  importedEvents?: number;
  readonly observations: Map<Observation['key'], Observation & { readonly seq: number }>;
  readonly runs: Map<RunId, RunState>;
  /** Changes of preferences on record, so that a queued one is applied once. */
  readonly changes: Set<Id<'prefchg'>>;
  /** What people said that an agent was told. */
  readonly heard: Set<string>;
};

export type RunState = {
  readonly runId: RunId;
  readonly workflowId: string;
  readonly workflowHash: Digest;
  readonly sourceKind: string;
  readonly sourceRef: string;
  readonly fingerprint: { readonly source: string; readonly bindings: string } | null;
  /** What the client that started it calls itself. */
  readonly agent?: string;
  readonly startedAt: string;
  /** Which run of the session this is, from 1. */
  readonly ordinal: number;
  rootNodeId: NodeId | null;
  readonly nodes: Map<NodeId, NodeState>;
  /** Step and blocked nodes, oldest first: the newest leaf is searched from the end. */
  readonly path: NodeState[];
  /** The node whose events are newest; the preferred tip is below it. */
  newestNodeId: NodeId | null;
  newestSeq: number;
  readonly attempts: Map<AttemptId, AttemptState>;
  readonly contexts: Map<Id<'ctx'>, JsonObject>;
  readonly gaps: Map<Id<'gap'>, GapState>;
  /** Facts of the plan being folded whose node is still to come; empty between plans. */
  readonly waiting: NodeFact[];
  /** Notes exist off the path (at checkpoints) or were superseded: then only a full walk finds the newest. */
  scattered: boolean;
  /** Texts of some outputs are still in the log. */
  partial: boolean;
};

export type NodeFact = Extract<
  SessionEvent,
  {
    kind:
      | 'validation_performed'
      | 'context_set'
      | 'capability_observed'
      | 'divergence_recorded'
      | 'gap_recorded'
      | 'preferences_changed'
      | 'node_output_appended';
  }
>;

export type CapabilityStatus = 'available' | 'unavailable';
export type CapabilityView = {
  /** By probe or use: the only kind that unlocks or blocks. */
  readonly strong?: CapabilityStatus;
  readonly claimed?: CapabilityStatus;
};

/** What belongs to a node's lineage is inherited from the parent at birth and shared until something changes it. */
export type NodeState = {
  readonly nodeId: NodeId;
  readonly kind: NodeKind;
  readonly parentId: NodeId | null;
  readonly depth: number;
  /** How many notes led here. */
  notesOnPath: number;
  readonly snapshotRef: Digest;
  readonly pending: string | null;
  readonly seq: number;
  readonly at: string;
  /** Attempt whose plan made this node. */
  readonly attemptId: AttemptId | null;
  cause: EdgeCause | null;
  lastSeq: number;
  lastAt: string;
  /** Nodes reached by advancing from here; checkpoints are kept apart and never make a fork. */
  readonly children: NodeId[];
  readonly checkpoints: NodeId[];
  preferences: Preferences;
  capabilities: Readonly<Partial<Record<Capability, CapabilityView>>>;
  contextId: Id<'ctx'> | null;
  openGaps: readonly Id<'gap'>[];
  /** Outputs whose effect is here: what was handed in to reach this node, or saved at this checkpoint. */
  readonly outputs: OutputState[];
  readonly badges: Badges;
};

export type Badges = { gaps: number; divergences: number; failedValidations: number; capabilities: number };

export type OutputState = {
  readonly seq: number;
  /** The node whose step the output completes. */
  readonly nodeId: NodeId;
  readonly outputId: Id<'out'>;
  readonly channel: 'recap' | 'artifact';
  readonly bytes: number;
  superseded: boolean;
  /** Null when the fold came from a snapshot, which leaves texts in the log; read again before it is shown. */
  payload: BodyOf<'node_output_appended'>['payload'] | null;
};

export type AttemptState = {
  readonly attemptId: AttemptId;
  readonly fromNodeId: NodeId;
  readonly toNodeId: NodeId;
  readonly firstSeq: number;
  /** Last event of the plan: an answer given again reads the log up to here. */
  lastSeq: number;
  readonly record: BodyOf<'advance_recorded'>;
  validations: BodyOf<'validation_performed'>[];
};

export type GapState = {
  readonly seq: number;
  readonly nodeId: NodeId;
  readonly effectNodeId: NodeId;
  readonly gap: BodyOf<'gap_recorded'>;
};

export const emptySession = (): SessionState => ({
  sessionId: null,
  next: 0,
  createdAt: null,
  lastAt: null,
  observations: new Map(),
  runs: new Map(),
  changes: new Set(),
  heard: new Set(),
});
