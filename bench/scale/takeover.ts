import { startPostgres } from '@atelier/kernel/testing/postgres';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import { startServerProcess } from '../../scripts/cluster/server-process.ts';
import type { Bench } from '../bench.ts';
import { signInEverywhere } from './driven-run.ts';
import { startPacedModel } from './paced-model.ts';

const ROUNDS = 3;

/** A run's server is killed: how long until another one has taken the next step of the run. The worst of a few. */
export const takeover: Bench = {
  ids: ['takeover-kill'],
  run: async ({ folder, say }) => {
    const [postgres, model] = [await startPostgres({ syncs: true }), await startPacedModel()];
    const databaseUrl = await postgres.newDatabase();
    const cluster = await startCluster({ folder, servers: 2, databaseUrl });
    const servers = [...cluster.servers];
    try {
      const person = await signInEverywhere(servers, model);
      const seconds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const held = model.hold('implement 2');
        const { workbenchId, driver, other } = await person.begin(servers);
        const seen = await person.watchOn(other, workbenchId);
        await held.reached;
        const began = performance.now();
        await driver.kill();
        await seen.until(({ kind, data }) => kind === 'run.driven' && data.term === 2);
        const before = seen.events().length;
        await seen.until((event) => seen.events().indexOf(event) >= before && event.kind === 'run.turn_started');
        seconds.push((performance.now() - began) / 1_000);
        say(`round ${round + 1}: ${seconds.at(-1)?.toFixed(1)} s`);
        held.release();
        await seen.until(({ kind }) => kind === 'run.completed');
        seen.tab.close();
        servers.splice(servers.indexOf(driver), 1);
        servers.push(await startServerProcess(driver.folder, { ATELIER_DATABASE_URL: databaseUrl }));
      }
      return [{ id: 'takeover-kill', value: Math.max(...seconds), unit: 's' }];
    } finally {
      await cluster.proxy.stop();
      await Promise.all(servers.map((server) => server.kill()));
      await model.close();
      await postgres.stop();
    }
  },
};
