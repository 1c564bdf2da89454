export { createGate } from '../adapters/gate.ts';
export { budget, hasSelector, mapsFirst, numbered, says, sheetOf, sumOf } from './material.ts';
export { runScenarios } from './run-scenarios.ts';
export type { LiveScenario } from './scenario.ts';
export { liveSubjects } from './subjects.ts';
