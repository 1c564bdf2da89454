import { ModelFailureCode } from '@atelier/contracts';
import { failureCodes } from '@atelier/models/core';
import { expect, test } from 'vitest';

test('a screen knows every reason a model may give for not answering, and what ends a run besides', () => {
  const ofARun = [
    'AGENT_LOOP_DETECTED',
    'AGENT_TURN_LIMIT',
    'SERVER_STOPPED',
    'STORE_UNHEALTHY',
    'FAULT',
    'MANIFEST_UNAVAILABLE',
    'PLAN_READY',
    'ANSWER_NEEDED',
    'STEP_INCOMPLETE',
  ];
  expect(ModelFailureCode.options.toSorted()).toEqual([...failureCodes, ...ofARun].toSorted());
});
