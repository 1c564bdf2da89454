export {
  type Agent,
  type AgentRuns,
  type AgentRunsDeps,
  createAgentRuns,
  type LoopEnd,
  type RunRefused,
  type Seat,
} from './agent-runs.ts';
export type { AgentOrder, AgentPlace, ConsentScope, RunModels } from './place.ts';
export { runFailed, type StopReason } from './run-ending.ts';
