export { call, createPhasedModel, type PhaseScript, writes } from './phased-model.ts';
export { openRunWorld, person, type RunWorld, type RunWorldOptions } from './run-world.ts';
export { sharedWorkers } from './shared-workers.ts';
