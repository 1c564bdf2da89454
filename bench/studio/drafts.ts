import { join } from 'node:path';
import { projectStream } from '@atelier/contracts/studio';
import { ok } from '@atelier/kernel/core';
import type { Storage } from '@atelier/kernel/storage';
import { proposeDraft } from '../../packages/studio/src/core/decide/skill-turn.ts';
import type { ProjectState } from '../../packages/studio/src/core/fold/state.ts';
import { sha256 } from '../../packages/studio/src/core/testing/records.ts';
import { type Bench, percentile } from '../bench.ts';
import { logBytes } from '../log-bytes.ts';
import { must, timed } from '../timing.ts';
import { onDisk, onPostgres, type StudioHere, studioOn } from './place.ts';
import { benchProjectId, largeProject, twoHundredOps, writeProject } from './projects.ts';

const ROUNDS = 20;
const stream = projectStream(benchProjectId);

/** A draft of 200 ops, as the turns of several skills would leave it. */
export const draftOf200 = async (here: StudioHere, nth: number, userId = 'dana'): Promise<void> => {
  await must(
    here.commit(stream, (state: ProjectState) => {
      const facts = {
        now: '2026-04-16T08:00:00.000Z',
        today: '2026-04-16',
        turnId: `trn_draft${nth}`,
        userId,
        role: 'owner' as const,
        sha256,
        policies: [],
      };
      const ops = twoHundredOps({ state }, nth).map((op) => ({ ...op, groupId: facts.turnId }));
      const proposed = proposeDraft(
        state,
        facts,
        { title: { en: 'Change' }, ops, carry: [], dropped: [] },
        { maxOps: 200 },
      );
      if (!proposed.ok) throw new Error(JSON.stringify(proposed.error.slice(0, 3)));
      return ok({ events: proposed.value.events });
    }),
  );
};

const everything = ['V06', 'V10', 'V12', 'V13', 'V14'];

const draftNow = async (here: StudioHere) => {
  const { state } = await must(here.ports.projects.at(stream));
  const draft = state.sessions.get('dana')?.draft;
  if (draft?.ops.length !== 200) throw new Error(`a draft of ${draft?.ops.length} ops`);
  return draft;
};

const applies = async (storage: Storage): Promise<readonly number[]> => {
  await writeProject(storage.log, benchProjectId, largeProject(20_000));
  const here = studioOn(storage);
  const samples: number[] = [];
  for (let nth = -2; nth < ROUNDS; nth += 1) {
    await draftOf200(here, nth + 2);
    const { revision } = await draftNow(here);
    const took = await timed(() =>
      here.turn(benchProjectId, { type: 'applyDraft', expectedDraftRevision: revision, acknowledge: everything }),
    );
    if (nth >= 0) samples.push(took);
  }
  return samples;
};

export const applying: Bench = {
  ids: ['apply-200-disk', 'apply-200-pg'],
  run: async ({ folder }) => {
    const disk = await onDisk(join(folder, 'disk'), applies);
    const pg = await onPostgres(join(folder, 'pg'), applies);
    return [
      { id: 'apply-200-disk', value: percentile(disk, 0.95), unit: 'ms' },
      { id: 'apply-200-pg', value: percentile(pg, 0.95), unit: 'ms' },
    ];
  },
};

/** Everything the turn leaves in the log, its beginning, end and answer included. */
export const revisionBytes: Bench = {
  ids: ['revision-bytes'],
  run: async ({ folder, say }) =>
    onDisk(folder, async (storage) => {
      await writeProject(storage.log, benchProjectId, largeProject(20_000));
      const here = studioOn(storage);
      await draftOf200(here, 0);
      const draft = await draftNow(here);
      const before = await logBytes(storage.log, ['project']);
      const opId = draft.ops[7]?.opId ?? '';
      await here.turn(benchProjectId, {
        type: 'editDraft',
        expectedDraftRevision: draft.revision,
        edits: [{ opId, path: 'name.en', value: 'A pavilion by another name' }],
      });
      const value = (await logBytes(storage.log, ['project'])) - before;
      const { events } = await must(storage.log.read(stream, { from: largeProject(20_000).log.length + 1 }));
      for (const event of events) say(`${event.kind}: ${JSON.stringify(event).length} bytes`);
      return [{ id: 'revision-bytes', value, unit: 'bytes', yardstick: JSON.stringify(draft.ops).length }];
    }),
};
