import { expect, test } from 'vitest';
import { opinionOf, outcomes, signsOf } from '../packages/studio/src/core/routing/learned.ts';
import { routeMessage } from '../packages/studio/src/core/routing/route.ts';
import { type Example, examplesIn, learn, routingSets, unpack } from './studio-router.ts';

const sets = routingSets();
const committed = unpack();

test('the router learned from the sets that are committed', () => {
  const examples = examplesIn(sets);
  const anew = learn(examples);
  expect(examples.length).toBeGreaterThan(2_000);
  const furthest = examples.reduce((most, { text, ...context }) => {
    const signs = signsOf(text, context);
    const [was, is] = [opinionOf(signs, committed), opinionOf(signs, anew)];
    return Math.max(most, ...outcomes.map((outcome) => Math.abs(was[outcome] - is[outcome])));
  }, 0);
  // A byte for a weight, and another machine's last digits, move an opinion by this much at most.
  expect(furthest).toBeLessThan(0.1);
});

/** What a router would do with a set it has learned nothing from. */
const unseen = (set: string) => {
  const weights = learn(examplesIn(sets.filter((other) => other !== set)));
  return examplesIn([set]).map((example) => ({ ...example, ...decided(example, weights) }));
};
const decided = ({ text, stage, hasDraft, route, also }: Example, weights: Float64Array) => {
  const context = { projectStage: stage, pins: { stage: 'auto', channel: 'auto' }, hasDraft } as const;
  const decision = routeMessage(text, context, weights);
  const isRight = (to: string) => to === route || also.includes(to) || to === 'QA';
  if (decision.kind === 'skill') return { isAsked: false, isHarm: !isRight(decision.route) };
  return { isAsked: decision.kind === 'ambiguous', isHarm: decision.kind !== 'ambiguous' };
};

test.each(['routing-blind-14.json', 'routing-blind-16.json', 'routing-blind-17.json'])(
  '%s does no more harm than is allowed when nothing was learned from it',
  (set) => {
    const all = unseen(set);
    expect(all.length).toBeGreaterThan(70);
    expect(all.filter(({ isHarm }) => isHarm).length / all.length).toBeLessThanOrEqual(0.06);
    expect(all.filter(({ isAsked }) => isAsked).length / all.length).toBeLessThanOrEqual(0.25);
  },
);
