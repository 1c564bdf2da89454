export { folderName } from './console/places.ts';
export { groupOf, latestRun, needsYou, workedMs } from './console/session-list.ts';
export { type FoldedRun, foldAttempts, type StepTries } from './graph/fold-attempts.ts';
export {
  branchId,
  type GraphItem,
  type GraphLink,
  nodesOf,
  passId,
  type RunLayout,
} from './graph/items.ts';
export { type LayoutOptions, layOutRun } from './graph/lay-out.ts';
export { layOutOutline, loopItemId } from './graph/lay-out-outline.ts';
export { type GraphMove, moveOnGraph } from './graph/moves.ts';
export { treeOf } from './graph/tree.ts';
