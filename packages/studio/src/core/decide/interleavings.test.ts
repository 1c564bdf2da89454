import fc from 'fast-check';
import { expect, test } from 'vitest';
import { set } from '../testing/ops.ts';
import { demoStudio, idOfName } from '../testing/studio.ts';

const names = ['Logo wall', 'Main stage', 'Info counter'] as const;
const people = ['dana', 'noa'] as const;

/** One person's step: propose another height for an element, or apply what they have. */
const step = fc.record({
  who: fc.constantFrom(...people),
  what: fc.constantFrom('propose', 'apply'),
  element: fc.constantFrom(...names),
});
type Step = { readonly who: string; readonly what: string; readonly element: string };
const interleaving = fc.array(step, { minLength: 6, maxLength: 12 });
const [projects, perProject] = [40, 25];

test('[ST-45] in a thousand interleavings of two people nothing is lost: the first apply wins, the second is told', () => {
  let [applied, conflicted] = [0, 0];
  const many = fc.array(interleaving, { minLength: perProject, maxLength: perProject });
  const walk = (interleavings: readonly (readonly Step[])[]): void => {
    const studio = demoStudio();
    const draftOf = (userId: string) => studio.state.sessions.get(userId)?.draft ?? null;
    /** How often each element was changed, and to what: what the project must say in the end. */
    const changes = new Map<string, { readonly times: number; readonly height: number }>();
    const timesOf = (name: string): number => changes.get(name)?.times ?? 0;
    let height = 500;
    for (const steps of interleavings) {
      /** What each person's draft would set, and how often the element had changed when they began. */
      const drafts = new Map<string, Map<string, { height: number; times: number }>>(
        people.map((who) => [who, new Map()]),
      );
      for (const { who, what, element } of steps) {
        const mine = drafts.get(who) ?? new Map();
        const draft = draftOf(who);
        if (what === 'propose' && !mine.has(element) && draft?.status !== 'conflicted') {
          height += 1;
          const op = set(`h${height}`, 'element', idOfName(studio, element), { 'dims.heightMm': height });
          expect(studio.propose([op], { userId: who }).ok).toBe(true);
          mine.set(element, { height, times: timesOf(element) });
        }
        if (what !== 'apply' || !draft) continue;
        const isStale = [...mine].some(([name, { times }]) => timesOf(name) !== times);
        const { outcome } = studio.run(
          { type: 'applyDraft', expectedDraftRevision: draft.revision, acknowledge: ['V10', 'V14'] },
          { userId: who },
        );
        expect(outcome).toBe(isStale ? 'rejected' : 'done');
        if (isStale) conflicted += 1;
        else {
          applied += 1;
          for (const [name, set] of mine) changes.set(name, { times: timesOf(name) + 1, height: set.height });
          mine.clear();
        }
      }
      for (const who of people) if (draftOf(who)) studio.run({ type: 'discardDraft' }, { userId: who });
    }
    for (const [name, { height: last }] of changes)
      expect(studio.state.records.element.get(idOfName(studio, name))?.dims.heightMm).toBe(last);
    expect(studio.log.map(({ seq }) => seq)).toEqual(studio.log.map((_, at) => at));
  };
  fc.assert(fc.property(many, walk), { numRuns: projects, seed: 45, endOnFailure: true });
  expect(applied).toBeGreaterThan(1_000);
  expect(conflicted).toBeGreaterThan(100);
});
