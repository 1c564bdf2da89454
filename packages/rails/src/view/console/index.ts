export { readEvent } from '../../core/events/event.ts';
export { stillQueued } from '../../core/plan/queued-changes.ts';
export { missingIn } from '../../core/session/recall.ts';
export type { NodeState, RunState, SessionState } from '../../core/session/state.ts';
export { preferredTip } from '../../core/session/tips.ts';
export {
  authoringHelp,
  bundledText,
  compiledFacts,
  parseText,
  settleSources,
  validateText,
  type WorkflowCandidate,
} from './authoring.ts';
export { driftOf, workspaceOf } from './drift.ts';
export { markdownOf } from './markdown.ts';
export { attemptsFrom, nodeViewOf } from './node-view.ts';

export { runViewOf } from './run-view.ts';
export { foldSalvaged } from './salvaged.ts';
export { sessionCardOf, type WorkflowOf } from './session-card.ts';
export { filterSessions, workspacesOf } from './session-list.ts';
export { stateTokenOf } from './state-token.ts';
