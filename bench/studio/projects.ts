import { projectStream } from '@atelier/contracts/studio';
import { derivedId, type JsonObject, type NewEvent } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { PatchOp } from '../../packages/studio/src/core/domain/patch.ts';
import type { NewProjectEvent } from '../../packages/studio/src/core/events/project-event.ts';
import { mintIds } from '../../packages/studio/src/core/patch/prepare.ts';
import { fuzzedStudio } from '../../packages/studio/src/core/testing/fuzz.ts';
import { create, set } from '../../packages/studio/src/core/testing/ops.ts';
import { sha256 } from '../../packages/studio/src/core/testing/records.ts';
import type { Studio } from '../../packages/studio/src/core/testing/studio.ts';
import { must } from '../timing.ts';

/** What a project of 5,000 entities and more is made of. */
type Size = { readonly elements: number; readonly tasks: number; readonly materials: number; readonly works: number };
const large: Size = { elements: 200, tasks: 2_000, materials: 2_000, works: 1_000 };
/** Together with what two people made on the way, 2,000 records. */
const medium: Size = { elements: 100, tasks: 900, materials: 500, works: 400 };
const opsEach = 200;
const kinds = ['kiosk', 'pergola', 'lantern', 'mural', 'podium', 'canopy', 'totem', 'fountain', 'gazebo', 'trellis'];
const places =
  'north south east west lobby garden upper lower harbour river forest desert silver golden royal summer winter spring autumn ocean'.split(
    ' ',
  );
const trades = ['carpentry', 'paint', 'install', 'electric'];

/** Two people worked on it at random until its log had so many events; nothing but the demo's elements and theirs. */
export const workedOn = (events: number): Pick<Studio, 'log'> => ({
  // What made the project large stands at the end of its log.
  log: largeProject(20_000).log.slice(0, Math.min(events, 19_900)),
});

/** One walk takes half a minute, so all rows share it; whoever changes a project writes its log elsewhere first. */
const made = new Map<number, Studio>();

/** The same with so many records that every list of it is long. The log has `events` events in all. */
export const largeProject = (events: number): Studio => {
  const known = made.get(events);
  if (known) return known;
  const studio = grown(events, large);
  made.set(events, studio);
  return studio;
};

export const mediumProject = (): Studio => grown(1_000, medium);

const grown = (events: number, size: Size): Studio => {
  const all = [...opsOf(size)];
  const batches = Array.from({ length: Math.ceil(all.length / opsEach) }, (_, at) =>
    all.slice(at * opsEach, (at + 1) * opsEach),
  );
  const studio = fuzzedStudio(7, events - batches.length);
  const tempIds: Record<string, string> = {};
  batches.forEach((ops, nth) => {
    const turnId = `trn_large${nth}`;
    Object.assign(tempIds, mintIds(sha256, turnId, ops));
    const applied: NewProjectEvent = {
      kind: 'changeset.applied',
      data: {
        by: 'dana',
        turnId,
        changeSetId: derivedId('cs', sha256, turnId),
        source: 'import',
        ops: JSON.parse(replaceAll(JSON.stringify(ops), tempIds)) as PatchOp[],
        tempIdMap: mintIds(sha256, turnId, ops),
        baseSeq: studio.log.length,
      },
    };
    studio.record([applied]);
  });
  return studio;
};

/** Temp ids of earlier batches are ids by now; those of this one stay. */
const replaceAll = (text: string, ids: Readonly<Record<string, string>>): string =>
  text.replace(/"(elementIds|elementId|taskIds|dependsOn)":(\[[^\]]*\]|"[^"]*")/g, (part) =>
    part.replace(/"(tmp:[^"]+)"/g, (whole, id: string) => (ids[id] ? `"${ids[id]}"` : whole)),
  );

function* opsOf(size: Size): Generator<PatchOp> {
  for (let at = 0; at < size.elements; at += 1) {
    const name = `${places[Math.floor(at / 10)]} ${kinds[at % 10]}`;
    yield create(
      `e${at}`,
      'element',
      { 'name.en': name, 'name.he': `אלמנט ${at}`, dims: { widthMm: 2_000 + at, heightMm: 2_400, depthMm: 90 } },
      `tmp:e${at}`,
    );
  }
  for (let at = 0; at < size.tasks; at += 1)
    yield create(
      `t${at}`,
      'task',
      {
        'title.en': `Task ${at}`,
        elementIds: [`tmp:e${at % size.elements}`],
        trade: trades[at % 4] as string,
        estimateMin: 60 + (at % 300),
        ...(at >= size.elements && { dependsOn: [`tmp:t${at - size.elements}`] }),
      },
      `tmp:t${at}`,
    );
  for (let at = 0; at < size.materials; at += 1)
    yield create(`m${at}`, 'materialLine', {
      'label.en': `Material ${at}`,
      unit: 'sheet',
      qtyMilli: 1_000 * (1 + (at % 9)),
      unitCostMinor: 10_000 + at,
      elementId: `tmp:e${at % size.elements}`,
      taskIds: [`tmp:t${at}`],
    });
  for (let at = 0; at < size.works; at += 1)
    yield create(`w${at}`, 'workLine', {
      'label.en': `Work ${at}`,
      pricing: { mode: 'fixed', amountMinor: 50_000 + at },
      elementId: `tmp:e${at % size.elements}`,
      taskIds: [`tmp:t${at}`],
    });
}

/** A draft of 200 ops: new elements with tasks and lines, and changes of what is there. */
export const twoHundredOps = ({ state }: Pick<Studio, 'state'>, nth: number): readonly PatchOp[] => {
  const tasks = [...state.records.task.values()].filter(({ tombstone }) => !tombstone).slice(-1_500);
  const lines = [...state.records.materialLine.values()].filter(({ tombstone }) => !tombstone).slice(-1_500);
  const name = (kind: string, at: number) => `${kind}${nth}x${at}`;
  return [
    ...Array.from({ length: 20 }, (_, at) =>
      create(name('e', at), 'element', { 'name.en': `Pavilion ${nth} ${at}`, 'name.he': `ביתן ${nth} ${at}` }),
    ),
    ...Array.from({ length: 60 }, (_, at) =>
      create(name('t', at), 'task', {
        'title.en': `Build ${nth} ${at}`,
        elementIds: [`tmp:${name('e', at % 20)}`],
        trade: trades[at % 4] as string,
        estimateMin: 120,
      }),
    ),
    ...Array.from({ length: 40 }, (_, at) =>
      create(name('m', at), 'materialLine', {
        'label.en': `Board ${nth} ${at}`,
        unit: 'sheet',
        qtyMilli: 2_000,
        unitCostMinor: 9_000,
        elementId: `tmp:${name('e', at % 20)}`,
        taskIds: [`tmp:${name('t', at)}`],
      }),
    ),
    ...Array.from({ length: 40 }, (_, at) =>
      set(name('st', at), 'task', tasks[(at * 37) % tasks.length]?.id ?? '', {
        'title.en': `Task of round ${nth}, ${at}`,
      }),
    ),
    ...Array.from({ length: 40 }, (_, at) =>
      set(name('sm', at), 'materialLine', lines[(at * 31) % lines.length]?.id ?? '', {
        'label.en': `Board of round ${nth}, ${at}`,
      }),
    ),
  ];
};

/** Writes a log in commits of five hundred events, as a log of many turns reads in the end. */
export const writeProject = async (
  log: EventLog,
  projectId: string,
  { log: events }: Pick<Studio, 'log'>,
): Promise<void> => {
  const stream = projectStream(projectId);
  const text = JSON.stringify(events).replaceAll('"prj_demo"', JSON.stringify(projectId));
  const all = (JSON.parse(text) as { kind: string; data: JsonObject }[]).map(
    ({ kind, data }): NewEvent => ({ kind, key: null, data }),
  );
  for (let from = 0; from < all.length; from += 500)
    await must(log.append(stream, all.slice(from, from + 500), { expected: from }));
};

export const benchProjectId = `prj_${'b'.repeat(26)}`;
