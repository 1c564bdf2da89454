export { readEvent } from '../../core/events/event.ts';
export type { PersonWord } from '../../core/person-words.ts';
export { stillQueued } from '../../core/plan/queued-changes.ts';
export { missingIn } from '../../core/session/recall.ts';
export type { NodeState, RunState, SessionState } from '../../core/session/state.ts';
export { isTip, preferredTip } from '../../core/session/tips.ts';
export {
  authoringHelp,
  bundledText,
  compiledFacts,
  parseText,
  settleSources,
  validateText,
  type WorkflowCandidate,
} from './authoring.ts';
export { continuePrompt } from './continue-prompt.ts';
export { driftOf, workspaceOf } from './drift.ts';
export { type FoundSession, findSessions } from './find-sessions.ts';
export { markdownOf, reportToMarkdown } from './markdown.ts';
export { attemptsFrom, nodeViewOf } from './node-view.ts';

export { redactPlaces, withoutPlace } from './places.ts';
export { reportOf } from './report.ts';
export { runViewOf } from './run-view.ts';
export { foldSalvaged } from './salvaged.ts';
export { sessionCardOf, type WorkflowOf } from './session-card.ts';
export { filterSessions, workspacesOf } from './session-list.ts';
export { stateTokenOf } from './state-token.ts';
