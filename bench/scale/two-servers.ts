import { join } from 'node:path';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { type ServerProcess, startServerProcess } from '../../scripts/cluster/server-process.ts';
import { type Bench, median } from '../bench.ts';
import { createWorkplace } from '../rails/workplace.ts';
import { type Agent, startAgent } from './agents.ts';

const AGENTS = 16;
/** Longer than a mood of the disk, shorter than the five seconds after which a resting connection is closed. */
const STEPS = 40;
const ROUNDS = 7;
/** Two that share the work take half as many steps each, so they warm up twice as often: then all have taken as many. */
const WARM_ROUNDS = 2;

/** The same agents at two servers that share a database, and at one that has a disk to itself; side by side, in turns. */
export const twoServers: Bench = {
  ids: ['two-servers'],
  run: async ({ folder, say }) => {
    const postgres = await startPostgres({ syncs: true });
    const servers: ServerProcess[] = [];
    try {
      const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
      const workspacePath = createWorkplace(join(folder, 'work'));
      const start = async (name: string, own: Readonly<Record<string, string>>): Promise<ServerProcess> => {
        const server = await startServerProcess(join(folder, name), own);
        servers.push(server);
        return server;
      };
      const pair = [await start('one', env), await start('two', env)];
      const alone = await start('alone', {});
      const agentsAt = async (at: readonly ServerProcess[]): Promise<readonly Agent[]> =>
        Promise.all(
          Array.from({ length: AGENTS }, async (_, nth) => {
            const server = at[nth % at.length] as ServerProcess;
            return startAgent(server.origin, await server.installToken(), workspacePath, nth);
          }),
        );
      const [shared, own] = [await agentsAt(pair), await agentsAt([alone])];
      const perSecond = async (agents: readonly Agent[]): Promise<number> => {
        const began = performance.now();
        const failed = await Promise.all(agents.map((agent) => agent.steps(STEPS)));
        if (failed.some((count) => count > 0)) throw new Error(`${failed.join(', ')} steps were refused`);
        return (AGENTS * STEPS) / ((performance.now() - began) / 1_000);
      };
      // In turns, too: a connection that rests too long would be closed.
      for (let round = 0; round < WARM_ROUNDS; round += 1)
        for (const agents of [shared, own, shared]) await perSecond(agents);
      const [two, one]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        // What the machine still does for one side (writing back, collecting) falls on the other: they take turns.
        const turns = [async () => two.push(await perSecond(shared)), async () => one.push(await perSecond(own))];
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
        say(`round ${round + 1}: ${two.at(-1)?.toFixed(0)} steps/s at two servers, ${one.at(-1)?.toFixed(0)} at one`);
      }
      for (const agent of [...shared, ...own]) await agent.close();
      return [{ id: 'two-servers', value: median(two), unit: 'steps/s', yardstick: median(one) }];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await postgres.stop();
    }
  },
};
