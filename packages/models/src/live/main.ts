// npm run test:live: the promises of the port, and work on real files, on real providers where there are keys. What did
// not run is listed as not run and never counts as passed. Prints no key and no answer.
import { createGate } from '../adapters/gate.ts';
import { fileScenarios } from './file-scenarios.ts';
import { runScenarios } from './run-scenarios.ts';
import { portScenarios } from './scenarios.ts';
import { liveSubjects } from './subjects.ts';

const gate = createGate();
const scenarios = [...portScenarios, ...fileScenarios];
const { passed, failed, notRun } = await runScenarios(liveSubjects(process.env, gate), scenarios, console.log);
await gate.close();

console.log(`${passed} passed, ${failed} failed, ${notRun} not run.`);
if (passed === 0 && failed === 0) console.log('Nothing was proved: there is no key and no endpoint here.');
process.exitCode = failed > 0 ? 1 : 0;
