import type { JsonObject, Result } from '@atelier/kernel/core';

/** Where a run stands in its graph. No receipt: it is complete, or waits for somebody else. */
export type GraphNode = {
  readonly sessionId: string;
  readonly nodeId: string;
  readonly ackToken: string | null;
  readonly step: GraphStep | null;
  /** What the last output lacked, in words for the model that made it. */
  readonly blockers: readonly string[];
};

/** A step as somebody who carries it out needs it. */
export type GraphStep = {
  readonly stepId: string;
  readonly title: string;
  readonly prompt: string;
  /** The kind of artifact its contract wants, and the form of it. */
  readonly contract: { readonly kind: string; readonly schema: JsonObject } | null;
};

export type GraphOrder = {
  readonly workbenchId: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly goal: string;
};

export type GraphOutput = { readonly notes: string; readonly artifacts: readonly JsonObject[] };

export type GraphRefused = { readonly code: 'GRAPH_UNAVAILABLE'; readonly reason: string };
export type GraphAsks = { readonly code: 'INPUT_REQUIRED'; readonly question: JsonObject };

/** The graph of a run: which step comes next, remembered where other programs see it too. */
export interface RunGraph {
  /** Where the run stands; begins it when the graph does not know it. The same run is never begun twice. */
  readonly open: (order: GraphOrder) => Promise<Result<GraphNode, GraphRefused>>;
  /** Records a finished step. The same receipt has one effect, however often it comes. */
  readonly advance: (
    ackToken: string,
    output: GraphOutput,
    said?: JsonObject,
  ) => Promise<Result<GraphNode, GraphRefused | GraphAsks>>;
}
