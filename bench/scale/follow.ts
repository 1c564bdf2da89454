import { join } from 'node:path';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { signIn } from '../../apps/server/src/testing/tab.ts';
import { startServerProcess } from '../../scripts/cluster/server-process.ts';
import { type Bench, median } from '../bench.ts';
import { createWorkplace } from '../rails/workplace.ts';
import { startAgent } from './agents.ts';
import { type Followed, fromTheirEnds, type LightTab, openLightTab } from './tabs.ts';
import { transactionsOf } from './transactions.ts';

const TABS = 20;
const FOLLOWED = 5;
const AGENTS = 4;
const STEPS = 60;
const WARM_STEPS = 5;
const COUNTED_STEPS = 150;
const ROUNDS = 8;
/** So long a server goes on reading sessions that just began, each once; it would do so without tabs, too. */
const SETTLE_MS = 20_000;
const IDLE_MS = 40_000;

/** Tabs on a server that works on PostgreSQL: what a step costs with them, and what they cost while nothing happens. */
export const follow: Bench = {
  ids: ['follow-fanout', 'follow-idle', 'follow-steps'],
  run: async ({ folder, say }) => {
    const postgres = await startPostgres({ syncs: true });
    try {
      const databaseUrl = await postgres.newDatabase();
      const server = await startServerProcess(join(folder, 'data'), { ATELIER_DATABASE_URL: databaseUrl });
      const cookie = await signIn(server.link);
      const workspacePath = createWorkplace(join(folder, 'work'));
      const token = await server.installToken();
      const agents = await Promise.all(
        Array.from({ length: AGENTS }, (_, nth) => startAgent(server.origin, token, workspacePath, nth)),
      );
      const transactions = await transactionsOf(databaseUrl);
      const work = async (steps: number): Promise<number> => {
        const began = performance.now();
        const failed = await Promise.all(agents.map((agent) => agent.steps(steps)));
        if (failed.some((count) => count > 0)) throw new Error(`${failed.join(', ')} steps were refused`);
        return (AGENTS * steps) / ((performance.now() - began) / 1_000);
      };
      /** Steps a second, once connections that rested have been opened again. */
      const perSecond = async (): Promise<number> => {
        await work(WARM_STEPS);
        return work(STEPS);
      };
      const openTabs = (
        at: { readonly origin: string; readonly cookie: string },
        followed: (nth: number) => readonly Followed[],
      ): Promise<readonly LightTab[]> =>
        Promise.all(Array.from({ length: TABS }, (_, nth) => openLightTab(at.origin, at.cookie, followed(nth))));
      let shared: readonly Followed[] = [...agents.map(({ sessionId }) => `session/${sessionId}`), 'install']
        .slice(0, FOLLOWED)
        .map((stream) => ({ stream, from: 0 }));
      const beside = async <T>(job: () => Promise<T>): Promise<T> => {
        shared = await fromTheirEnds(server.origin, cookie, shared);
        const tabs = await openTabs({ origin: server.origin, cookie }, () => shared);
        const done = await job();
        for (const tab of tabs) tab.close();
        return done;
      };
      await perSecond();
      const [alone, together]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Sessions grow and disks have moods: short turns, and neither side always goes first.
        const turns = [async () => alone.push(await perSecond()), async () => together.push(await beside(perSecond))];
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
        say(`round ${round + 1}: ${alone.at(-1)?.toFixed(0)} steps/s alone, ${together.at(-1)?.toFixed(0)} with tabs`);
      }
      const cost = await beside(async () => {
        const before = await transactions.count();
        await work(COUNTED_STEPS);
        return ((await transactions.count()) - before) / (AGENTS * COUNTED_STEPS);
      });
      // A hundred streams, each followed by one tab.
      const many: Followed[] = [];
      for (let nth = 0; nth < TABS * FOLLOWED; nth += 1) {
        const agent = await startAgent(server.origin, token, workspacePath, 100 + nth);
        many.push({ stream: `session/${agent.sessionId}`, from: 0 });
        await agent.close();
      }
      for (const agent of agents) await agent.close();
      await server.stop();
      // A server looks for dead content two minutes after it began, and that is no cost of tabs: they follow a new one.
      const calm = await startServerProcess(join(folder, 'data'), { ATELIER_DATABASE_URL: databaseUrl });
      const seat = { origin: calm.origin, cookie: await signIn(calm.link) };
      const tabs = await openTabs(seat, (nth) => many.slice(nth * FOLLOWED, (nth + 1) * FOLLOWED));
      await new Promise((resume) => setTimeout(resume, SETTLE_MS));
      const before = await transactions.count();
      const began = performance.now();
      await new Promise((resume) => setTimeout(resume, IDLE_MS));
      const idle = ((await transactions.count()) - before) / ((performance.now() - began) / 1_000);
      for (const tab of tabs) tab.close();
      await transactions.close();
      await calm.stop();
      return [
        { id: 'follow-fanout', value: cost, unit: 'transactions/step' },
        { id: 'follow-idle', value: idle, unit: 'transactions/s' },
        { id: 'follow-steps', value: median(together), unit: 'steps/s', yardstick: median(alone) },
      ];
    } finally {
      await postgres.stop();
    }
  },
};
