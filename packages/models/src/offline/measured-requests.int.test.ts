import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { furnishWorld, requestsOf, worldNames } from '../../fixtures/offline-worlds.ts';
import { type DeskResult, isRefusal, type OutsideRequest, openDesk, outside } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';
import { offlineGrammar } from './offline-model.ts';

// Each set has a folder and workers of its own, and a limit that a busy machine keeps.
const patience = { timeout: 180_000 };
const page = readFileSync(new URL('../../../../docs/offline-model.md', import.meta.url), 'utf8');
const row = ({ id, request, verdict }: DeskResult) => `| ${id} | ${request.replaceAll('|', '\\|')} | ${verdict} |`;

/** Of sixty, 48 are to be done: at least nine in ten are, the rest is refused as the twelve others are, and none is wrong. */
const expectNineInTen = (results: readonly DeskResult[]) => {
  expect(results).toHaveLength(60);
  expect(results.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const wanted = results.filter(({ mustRefuse }) => !mustRefuse);
  expect(wanted).toHaveLength(48);
  expect(wanted.filter(({ verdict }) => verdict === 'done').length / wanted.length).toBeGreaterThanOrEqual(0.9);
  for (const { id, verdict } of results.filter(({ mustRefuse }) => mustRefuse))
    expect([id, verdict]).toEqual([id, 'refused']);
};

test(
  '[MD-14] sixty plain requests: at least nine in ten are done right, the rest refused, and no edit is wrong',
  patience,
  async () => {
    const desk = await openDesk();
    try {
      const results = await desk.judgeEach();
      expectNineInTen(results);
      // The document shows this very result.
      for (const result of results) expect(page).toContain(row(result));
      for (const { ways } of offlineGrammar())
        for (const { en, he } of ways) for (const line of [en, he]) expect(page).toContain(line.replaceAll('|', '\\|'));
    } finally {
      await desk.close();
    }
  },
);

for (const set of ['first', 'second'] as const) {
  test(
    `[MD-53] sixty requests of somebody who never saw the rules, the ${set} set: nine in ten done right, the rest refused`,
    patience,
    async () => {
      const desk = await openDesk();
      try {
        const results: DeskResult[] = [];
        for (const request of outside(set)) results.push(await desk.judgeOutside(request));
        expectNineInTen(results);
        for (const result of results) expect(page).toContain(row(result));
      } finally {
        await desk.close();
      }
    },
  );
}

describe.each(worldNames)('forty requests about the folder of another office, %s', (world) => {
  test('none is answered wrong, half and more are done, and a refusal offers a way on', patience, async () => {
    const desk = await openDesk(furnishWorld(world));
    try {
      const results: DeskResult[] = [];
      for (const request of requestsOf(world) as readonly OutsideRequest[])
        results.push(await desk.judgeOutside(request));
      expect(results).toHaveLength(40);
      expect(results.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
      const right = results.filter(({ mustRefuse, verdict }) => verdict === (mustRefuse ? 'refused' : 'done'));
      expect(right.length).toBeGreaterThanOrEqual(20);
      expect(results.filter(({ mustRefuse, verdict }) => mustRefuse && verdict !== 'refused')).toEqual([]);
      // A way on is a request made from this folder, beside the one that asks what can be asked.
      const stuck = results.filter(({ text }) => isRefusal(text) && readAskNote(text).suggestions.length < 2);
      expect(stuck.length).toBeLessThanOrEqual(4);
      for (const result of results) expect(page).toContain(row(result));
    } finally {
      await desk.close();
    }
  });
});
