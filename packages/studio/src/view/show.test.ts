import type { LogEvent } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { fuzzedStudio } from '../core/testing/fuzz.ts';
import { answerDeltaId, isAnswerOf, showProjectEvent } from './show.ts';

/** Every amount a project's lines are made of, changed into figures that appear nowhere else. */
const planted = (): { readonly events: readonly LogEvent[]; readonly figures: readonly string[] } => {
  const figures: string[] = [];
  const events = fuzzedStudio(5, 300).log.map(({ kind, data, seq, at, id }) => {
    const text = JSON.stringify(data).replace(
      /"(unitCostMinor|amountMinor|rateMinorPerHour|subtotalMinor|costDeltaMinor|totalMinor)":\d+/g,
      (_, name) => {
        const figure = `7777${figures.length}7777`;
        figures.push(figure);
        return `"${name}":${figure}`;
      },
    );
    return { v: 1 as const, seq, at, id, kind, key: null, data: JSON.parse(text) };
  });
  return { events, figures };
};

test('whoever may not see costs sees none of them in any event', () => {
  const { events, figures } = planted();
  expect(figures.length).toBeGreaterThan(50);
  const shown = JSON.stringify(
    events.flatMap((event) => showProjectEvent({ userId: 'eve', canSeeCosts: false }, event) ?? []),
  );
  expect(figures.filter((figure) => shown.includes(figure))).toEqual([]);
  const all = JSON.stringify(
    events.flatMap((event) => showProjectEvent({ userId: 'dana', canSeeCosts: true }, event) ?? []),
  );
  expect(figures.some((figure) => all.includes(figure))).toBe(true);
});

test('drafts, pins, answers and turns are shown to their owner alone; applied changes to every member', () => {
  const { events } = planted();
  const kinds = (userId: string) =>
    new Set(
      events.flatMap((event) =>
        event.data.userId === 'dana' &&
        event.kind !== 'member.set' &&
        showProjectEvent({ userId, canSeeCosts: true }, event)
          ? [event.kind]
          : [],
      ),
    );
  expect(kinds('dana').has('draft.revised')).toBe(true);
  expect([...kinds('noa')].filter((kind) => kind !== 'message.added')).toEqual([]);
  const applied = events.find(({ kind }) => kind === 'changeset.applied');
  expect(applied && showProjectEvent({ userId: 'noa', canSeeCosts: true }, applied)).toBe(applied);
});

test('an answer that is being written is told to nobody but whoever asked', () => {
  const id = answerDeltaId('usr_a', 'trn_1');
  expect([isAnswerOf('usr_a', id), isAnswerOf('usr_b', id), isAnswerOf('usr', id)]).toEqual([true, false, false]);
});
