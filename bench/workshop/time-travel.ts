import { join } from 'node:path';
import { askForBench } from '@atelier/workshop/view';
import type { Bench, Row } from '../bench.ts';
import { median } from '../bench.ts';
import { packedBytes } from '../kernel/content-files.ts';
import { must, timed } from '../timing.ts';
import { type BenchServer, startBench } from './server.ts';

const MB = 1_000_000;
const ROUNDS = 15;

/** So many files, every one of other bytes. */
function* filesOf(count: number, bytes: number): Generator<readonly [string, Uint8Array]> {
  for (let at = 0; at < count; at += 1) yield [`file-${at}.bin`, packedBytes(bytes, at + 1)];
}

type Moves = { readonly [Move in 'rewind' | 'redo' | 'restore' | 'publish']: number[] };

/** A Workbench with a question before a change of one file, ready to go back and forth. */
const prepare = async (bench: BenchServer, count: number, bytes: number) => {
  const id = await bench.create(filesOf(count, bytes));
  await bench.say(id, 'What is in it?');
  let seed = 10_000;
  const edit = () => {
    seed += 1;
    return { 'file-0.bin': packedBytes(bytes, seed) };
  };
  const { question } = await bench.say(id, 'Change it', edit());
  return { id, question, edit };
};
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** From the command to the list of files that follows from it, asked for as a page that shows the one before asks. */
const move = async ({ client }: BenchServer, id: string, command: () => Promise<unknown>): Promise<number> => {
  const { view: shown } = await must(askForBench(client, id));
  let listed: readonly { readonly version: string }[] = [];
  const took = await timed(async () => {
    await command();
    listed = (await must(askForBench(client, id, shown))).view.files;
  });
  const { view: whole } = await must(askForBench(client, id));
  if (listed.length === 0 || JSON.stringify(listed) !== JSON.stringify(whole.files))
    throw new Error('the files that are shown are not those that are there');
  return took;
};

const backAndForth = async (bench: BenchServer, { id, question }: Prepared): Promise<Moves> => {
  const { client } = bench;
  const moves: Moves = { rewind: [], redo: [], restore: [], publish: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const rewind = await move(bench, id, () =>
      must(client.WorkshopUndo({ workbenchId: id, messageId: question, mode: 'full' })),
    );
    const redo = await move(bench, id, () => must(client.WorkshopRedo({ workbenchId: id })));
    if (round < 0) continue;
    moves.rewind.push(rewind);
    moves.redo.push(redo);
  }
  return moves;
};

const publishAndRestore = async (bench: BenchServer, { id, edit }: Prepared, moves: Moves): Promise<void> => {
  const { client } = bench;
  for (let round = 0; round < 5; round += 1) {
    const published = await move(bench, id, () => must(client.DraftPublish({ workbenchId: id })));
    const { checkpoints } = await must(client.CheckpointsList({ workbenchId: id }));
    const checkpointId = checkpoints.find(({ reason }) => reason === 'publish')?.checkpointId ?? '';
    const restored = await move(bench, id, () => must(client.CheckpointRestore({ workbenchId: id, checkpointId })));
    if (round > 0) {
      moves.publish.push(published);
      moves.restore.push(restored);
    }
    await bench.say(id, 'Change it again', edit());
  }
};

/** What is measured moves ids and no bytes, so a Workbench of 1 GB costs what one of 1 MB costs. */
export const timeTravel: Bench = {
  ids: ['rewind-1gb', 'redo-1gb', 'restore-1gb', 'publish-1gb', 'rewind-1gb-over-1mb', 'rewind-1000-files'],
  run: async ({ folder, say }) => {
    const bench = await startBench(join(folder, 'data'));
    try {
      const small = await prepare(bench, 20, MB / 20);
      const before = await backAndForth(bench, small);
      say('1 GB');
      const large = await prepare(bench, 20, 50 * MB);
      const moves = await backAndForth(bench, large);
      await publishAndRestore(bench, large, moves);
      say('1,000 files');
      const many = await backAndForth(bench, await prepare(bench, 1_000, MB / 5));
      const after = await backAndForth(bench, small);
      const yardstick = median([...before.rewind, ...after.rewind]);
      const row = (id: string, samples: readonly number[]): Row => ({ id, value: median(samples), unit: 'ms' });
      return [
        row('rewind-1gb', moves.rewind),
        row('redo-1gb', moves.redo),
        row('restore-1gb', moves.restore),
        row('publish-1gb', moves.publish),
        { ...row('rewind-1gb-over-1mb', moves.rewind), yardstick },
        { ...row('rewind-1000-files', many.rewind), yardstick },
      ];
    } finally {
      await bench.stop();
    }
  },
};
