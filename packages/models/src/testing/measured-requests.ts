import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type BlindName, blindRequests, dayOfBlind, furnishBlind } from '../../fixtures/offline-blind.ts';
import { furnishWorld, requestsOf, type WorldName } from '../../fixtures/offline-worlds.ts';
import { readAskNote } from '../view/ask-note.ts';
import { type DeskResult, isRefusal, type OutsideRequest, openDesk, outside } from './offline-desk.ts';

/** The documents show these very results, and every way to ask. */
const pages = ['offline-model.md', 'offline-requests.md'];
export const measuredPage = pages
  .map((page) => readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8'))
  .join('\n');
export const measuredRow = ({ id, request, verdict }: DeskResult): string =>
  `| ${id} | ${request.replaceAll('|', '\\|')} | ${verdict} |`;

/** Of sixty, 48 are to be done: at least nine in ten are, the rest is refused as the twelve others are, and none is wrong. */
export const expectNineInTen = (results: readonly DeskResult[]): void => {
  expect(results).toHaveLength(60);
  expect(results.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const wanted = results.filter(({ mustRefuse }) => !mustRefuse);
  expect(wanted).toHaveLength(48);
  expect(wanted.filter(({ verdict }) => verdict === 'done').length / wanted.length).toBeGreaterThanOrEqual(0.9);
  for (const { id, verdict } of results.filter(({ mustRefuse }) => mustRefuse))
    expect([id, verdict]).toEqual([id, 'refused']);
};

/** Sixty requests of somebody who never saw the rules. */
export const judgeSet = async (set: 'first' | 'second'): Promise<void> => {
  const desk = await openDesk();
  try {
    const results: DeskResult[] = [];
    for (const request of outside(set)) results.push(await desk.judgeOutside(request));
    expectNineInTen(results);
    for (const result of results) expect(measuredPage).toContain(measuredRow(result));
  } finally {
    await desk.close();
  }
};

/** Forty requests about the folder of another office: none is answered wrong, half and more are done, a refusal offers a way on. */
export const judgeOffice = async (world: WorldName): Promise<void> => {
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
    for (const result of results) expect(measuredPage).toContain(measuredRow(result));
  } finally {
    await desk.close();
  }
};

/** Forty requests of somebody who saw nothing of the model: none is answered wrong, and a refusal offers a way on. */
export const judgeBlind = async (set: BlindName, leastDone: number): Promise<void> => {
  const desk = await openDesk(furnishBlind(set), dayOfBlind(set));
  try {
    const results: DeskResult[] = [];
    for (const request of blindRequests(set) as readonly OutsideRequest[])
      results.push(await desk.judgeOutside(request));
    expect(results).toHaveLength(40);
    // What was written down in words alone nobody can check: such an answer is neither right nor wrong here.
    const told = new Set(
      (blindRequests(set) as readonly OutsideRequest[]).flatMap(({ id, expect: { kind } }) =>
        kind === 'told' ? [id] : [],
      ),
    );
    const judged = results.filter(({ id, verdict }) => !(told.has(id) && verdict === 'wrong'));
    expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    expect(results.filter(({ mustRefuse, verdict }) => mustRefuse && verdict !== 'refused')).toEqual([]);
    const done = results.filter(({ verdict }) => verdict === 'done');
    expect(done.length).toBeGreaterThanOrEqual(leastDone);
    const stuck = results.filter(({ text }) => isRefusal(text) && readAskNote(text).suggestions.length < 2);
    expect(stuck.length).toBeLessThanOrEqual(4);
    for (const result of judged) expect(measuredPage).toContain(measuredRow(result));
  } finally {
    await desk.close();
  }
};
