// npm run test:live: whole runs of a Workbench on real providers where there are keys. What did not run is listed as not
// run and never counts as passed. Prints no key and no answer.
import { createGate, liveSubjects, runScenarios } from '@atelier/models/live';
import { benchScenarios } from './bench-scenarios.ts';

const gate = createGate();
const { passed, failed, notRun } = await runScenarios(liveSubjects(process.env, gate), benchScenarios, console.log);
await gate.close();

console.log(`Workshop: ${passed} passed, ${failed} failed, ${notRun} not run.`);
if (passed === 0 && failed === 0) console.log('Nothing was proved: there is no key and no endpoint here.');
process.exitCode = failed > 0 ? 1 : 0;
