import { join } from 'node:path';
import type { Storage } from '@atelier/kernel/storage';
import type { StudioEvent } from '../../packages/studio/src/core/domain/studio-event.ts';
import type { Studio } from '../../packages/studio/src/core/testing/studio.ts';
import { type Bench, median, percentile } from '../bench.ts';
import { samplesOf, timed } from '../timing.ts';
import { onDisk, onPostgres, studioOn } from './place.ts';
import { benchProjectId, largeProject, workedOn, writeProject } from './projects.ts';

const ROUNDS = 60;

/** Turns that run no skill: pins, what is pointed at, answers typed and answers saved. */
const light = (nth: number): StudioEvent => {
  switch (((nth % 4) + 4) % 4) {
    case 0:
      return { type: 'setPins', pinnedStage: nth % 8 === 0 ? 'auto' : 'planning' };
    case 1:
      return { type: 'saveAnswerDraft', answers: { 'ide.goal': `A goal, said ${nth + 100} times` } };
    case 2:
      return { type: 'setScope', focus: { kind: 'project', ids: [] } };
    default:
      return { type: 'saveAnswers', answers: { 'ide.guests': 200 + nth } };
  }
};

const lightTurns = async (storage: Storage, studio: Pick<Studio, 'log'>): Promise<readonly number[]> => {
  await writeProject(storage.log, benchProjectId, studio);
  const here = studioOn(storage);
  return samplesOf(ROUNDS, (nth) => here.turn(benchProjectId, light(nth)), 8);
};

export const lightEvents: Bench = {
  ids: ['light-event-disk', 'light-event-pg'],
  run: async ({ folder, say }) => {
    const studio = largeProject(20_000);
    say(`${studio.log.length} events`);
    const disk = await onDisk(join(folder, 'disk'), (storage) => lightTurns(storage, studio));
    const pg = await onPostgres(join(folder, 'pg'), (storage) => lightTurns(storage, studio));
    say(`median ${median(disk).toFixed(1)} ms on disk, ${median(pg).toFixed(1)} ms on PostgreSQL`);
    return [
      { id: 'light-event-disk', value: percentile(disk, 0.95), unit: 'ms' },
      { id: 'light-event-pg', value: percentile(pg, 0.95), unit: 'ms' },
    ];
  },
};

/** The long log and the short one take turns, so that a busy moment of the machine falls on both. */
export const lightEventFlat: Bench = {
  ids: ['light-event-flat'],
  run: async ({ folder }) =>
    onDisk(join(folder, 'long'), (longStorage) =>
      onDisk(join(folder, 'short'), async (shortStorage) => {
        await writeProject(longStorage.log, benchProjectId, workedOn(20_000));
        await writeProject(shortStorage.log, benchProjectId, workedOn(200));
        const [long, short] = [studioOn(longStorage), studioOn(shortStorage)];
        const [longs, shorts]: [number[], number[]] = [[], []];
        for (let nth = -8; nth < 2 * ROUNDS; nth += 1) {
          const pair = [
            await timed(() => long.turn(benchProjectId, light(nth))),
            await timed(() => short.turn(benchProjectId, light(nth))),
          ] as const;
          if (nth < 0) continue;
          longs.push(pair[0]);
          shorts.push(pair[1]);
        }
        return [{ id: 'light-event-flat', value: median(longs), unit: 'ms', yardstick: median(shorts) }];
      }),
    ),
};

const said = [
  'תוסיף עמדת קפה',
  'what does the east mural cost?',
  'paint the north kiosk white',
  'make the garden podium 7 meters wide',
  'add a task to the lobby canopy: hang the lights',
];

/** Each change is discarded again, so that every turn finds the project as it was. */
export const skillTurns: Bench = {
  ids: ['skill-turn-offline'],
  run: async ({ folder }) =>
    onDisk(join(folder, 'disk'), async (storage) => {
      await writeProject(storage.log, benchProjectId, largeProject(20_000));
      const here = studioOn(storage);
      const text = (nth: number): string => said[Math.abs(nth) % said.length] ?? '';
      const samples: number[] = [];
      for (let nth = -5; nth < ROUNDS; nth += 1) {
        const took = await timed(() => here.turn(benchProjectId, { type: 'chatMessage', text: text(nth) }));
        if (nth >= 0) samples.push(took);
        const now = await here.ports.projects.at(`project/${benchProjectId}`);
        if (now.ok && (now.value.state.sessions.get('dana')?.draft?.ops.length ?? 0) > 0)
          await here.turn(benchProjectId, { type: 'discardDraft' });
      }
      return [{ id: 'skill-turn-offline', value: percentile(samples, 0.95), unit: 'ms' }];
    }),
};
