import { type Bench, median } from '../bench.ts';
import { createBare, ourModel, readOurs, startChunkServer } from './provider.ts';

const CHUNKS = 4_000;
const ROUNDS = 9;
const FIRST_ROUNDS = 60;

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** Ours and the bare layer in turn, so that a busy machine hits both alike. */
export const chunkCpu: Bench = {
  ids: ['chunk-cpu'],
  run: async ({ say }) => {
    const server = await startChunkServer(CHUNKS);
    const model = ourModel(server.endpoint);
    const bare = createBare(server.endpoint);
    const [ours, bares]: [number[], number[]] = [[], []];
    for (let round = -2; round < ROUNDS; round += 1) {
      const pair = [(await cpuOf(() => readOurs(model))) / CHUNKS, (await cpuOf(bare)) / CHUNKS] as const;
      if (round < 0) continue;
      ours.push(pair[0]);
      bares.push(pair[1]);
      say(`round ${round + 1}: ours ${pair[0].toFixed(1)} µs, bare ${pair[1].toFixed(1)} µs`);
    }
    await server.close();
    return [{ id: 'chunk-cpu', value: median(ours), unit: 'µs', yardstick: median(bares) }];
  },
};

export const firstToken: Bench = {
  ids: ['first-token'],
  run: async () => {
    const server = await startChunkServer(5);
    const model = ourModel(server.endpoint);
    const bare = createBare(server.endpoint);
    const extra: number[] = [];
    for (let round = -5; round < FIRST_ROUNDS; round += 1) {
      const [a, ours, b, bares] = [performance.now(), await readOurs(model), performance.now(), await bare()];
      if (round >= 0) extra.push(ours - a - (bares - b));
    }
    await server.close();
    return [{ id: 'first-token', value: median(extra), unit: 'ms' }];
  },
};
