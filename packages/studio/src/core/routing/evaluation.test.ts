import { expect, test } from 'vitest';
import evaluation from '../../../fixtures/routing-evaluation.json' with { type: 'json' };
import { routeMessage } from './route.ts';
import type { Stage } from './score.ts';

type Row = {
  stage: Stage;
  pin: Stage | 'auto';
  channel: 'auto' | 'questions';
  draft: boolean;
  route: string;
  said: string[];
};

const outcomes = (evaluation as Row[]).flatMap(({ stage, pin, channel, draft, route, said }) =>
  said.map((text) => {
    const decision = routeMessage(text, { projectStage: stage, pins: { stage: pin, channel }, hasDraft: draft });
    const got =
      decision.kind === 'skill' ? decision.route : decision.kind === 'ambiguous' ? 'AMB' : decision.kind.toUpperCase();
    return { text, wanted: route, got };
  }),
);

test('the evaluation set is whole', () => {
  expect(outcomes).toHaveLength(126);
});

test('at most one message in ten needs a model to be routed', () => {
  const asked = outcomes.filter(({ got, wanted }) => got === 'AMB' && wanted !== 'AMB');
  const all = outcomes.filter(({ got }) => got === 'AMB');
  expect(asked.map(({ text }) => text)).toEqual([]);
  expect(all.length / outcomes.length).toBeLessThanOrEqual(0.1);
});

test('at most one message in fifty goes where it was not meant to', () => {
  const wrong = outcomes.filter(({ got, wanted }) => got !== wanted && got !== 'AMB');
  expect(wrong).toEqual([]);
});
