import { createOfflineModel } from '@atelier/models';
import { createScriptedModel } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import { benchScenarios } from './bench-scenarios.ts';

// Plumbing alone: what a scenario makes of work that is done, and of an empty word. Models are judged on real ones only.
test.each(benchScenarios.map((scenario) => [scenario.id, scenario] as const))(
  'the scenario %s passes work that is done and names what is wrong with an empty word',
  async (_id, { run }) => {
    expect(await run(createOfflineModel())).toBeUndefined();
    expect(typeof (await run(createScriptedModel(() => ({ text: 'Done, all of it.' }))))).toBe('string');
  },
);
