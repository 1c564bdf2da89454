// npm run test:live: the promises of the port, and work on real files, on real providers where there are keys. What did not run is listed as
// not run and never counts as passed. Prints no key and no answer.
import { environmentKey, environmentNames } from '../adapters/environment-keys.ts';
import { createGate } from '../adapters/gate.ts';
import { createProviderModel } from '../adapters/provider-model.ts';
import { loadProvider } from '../adapters/providers.ts';
import { bundledModels } from '../core/bundled-models.ts';
import { fileScenarios } from './file-scenarios.ts';
import { portScenarios } from './scenarios.ts';

const liveScenarios = [...portScenarios, ...fileScenarios];
const counts = { passed: 0, failed: 0, notRun: 0 };
const gate = createGate();

for (const entry of bundledModels.filter(({ auth }) => auth !== 'none')) {
  const found = environmentKey(entry.provider, process.env);
  if (entry.disabled !== undefined || !found) {
    const names: readonly string[] = environmentNames[entry.provider as keyof typeof environmentNames] ?? [];
    const why = entry.disabled ?? `no key in ${names.join(' or ')}`;
    for (const { id, promise } of liveScenarios) console.log(`not run  ${entry.modelId}  ${id}: ${promise} (${why})`);
    counts.notRun += liveScenarios.length;
    continue;
  }
  const model = createProviderModel({
    entry,
    load: () => loadProvider(entry, { gate, apiKey: found.key }),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
  for (const { id, promise, run } of liveScenarios) {
    const wrong = await run(model);
    counts[wrong === undefined ? 'passed' : 'failed'] += 1;
    console.log(
      `${wrong === undefined ? 'passed ' : 'FAILED '}  ${entry.modelId}  ${id}: ${promise}${wrong === undefined ? '' : ` (${wrong})`}`,
    );
  }
}
await gate.close();

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.notRun} not run.`);
if (counts.passed === 0 && counts.failed === 0) console.log('Nothing was proved: no provider has a key here.');
process.exitCode = counts.failed > 0 ? 1 : 0;
