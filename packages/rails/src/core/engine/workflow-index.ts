import type { CompiledLoop, CompiledStep, CompiledWorkflowSnapshotV1, ContractPack, Position } from '../compiled.ts';

/** A snapshot with its tables looked up by id; built once per pinned workflow. */
export type WorkflowIndex = {
  readonly snapshot: CompiledWorkflowSnapshotV1;
  readonly stepById: ReadonlyMap<string, CompiledStep>;
  readonly loopById: ReadonlyMap<string, CompiledLoop>;
  readonly packByRef: ReadonlyMap<string, ContractPack>;
  /** Where a step or loop stands in the top-level sequence. */
  readonly topIndexById: ReadonlyMap<string, number>;
  /** Steps in the order they are written, bodies of loops included, counted from 1. */
  readonly orderById: ReadonlyMap<string, number>;
};

export const indexWorkflow = (snapshot: CompiledWorkflowSnapshotV1): WorkflowIndex => ({
  snapshot,
  stepById: new Map(snapshot.steps.map((step) => [step.stepId, step])),
  loopById: new Map(snapshot.loops.map((loop) => [loop.loopId, loop])),
  packByRef: new Map(snapshot.contracts.map((pack) => [pack.contractRef, pack])),
  topIndexById: new Map(snapshot.sequence.map((position, index) => [positionId(position), index])),
  orderById: orderOf(snapshot),
});

const orderOf = ({ sequence, loops }: CompiledWorkflowSnapshotV1): ReadonlyMap<string, number> => {
  const bodyById = new Map(loops.map(({ loopId, body }) => [loopId, body]));
  const order = new Map<string, number>();
  const walk = (positions: readonly Position[]): void => {
    for (const position of positions)
      if (position.kind === 'step') order.set(position.stepId, order.size + 1);
      else walk(bodyById.get(position.loopId) ?? []);
  };
  walk(sequence);
  return order;
};

export const positionId = (position: Position): string =>
  position.kind === 'step' ? position.stepId : `loop:${position.loopId}`;

export const stepOf = (workflow: WorkflowIndex, stepId: string): CompiledStep => {
  const step = workflow.stepById.get(stepId);
  if (!step) throw new Error(`the pinned workflow has no step ${stepId}`);
  return step;
};

export const loopOf = (workflow: WorkflowIndex, loopId: string): CompiledLoop => {
  const loop = workflow.loopById.get(loopId);
  if (!loop) throw new Error(`the pinned workflow has no loop ${loopId}`);
  return loop;
};
