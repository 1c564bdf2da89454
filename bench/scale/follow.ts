import { join } from 'node:path';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { signIn } from '../../apps/server/src/testing/tab.ts';
import { startServerProcess } from '../../scripts/cluster/server-process.ts';
import { type Bench, median } from '../bench.ts';
import { createWorkplace } from '../rails/workplace.ts';
import { startAgent } from './agents.ts';
import { type LightTab, openLightTab } from './tabs.ts';
import { transactionsOf } from './transactions.ts';

const TABS = 20;
const FOLLOWED = 5;
const AGENTS = 4;
const STEPS = 40;
const ROUNDS = 3;
const IDLE_MS = 20_000;

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
      const atWork = async (): Promise<{ readonly perStep: number; readonly perSecond: number }> => {
        const before = await transactions.count();
        const began = performance.now();
        const failed = await Promise.all(agents.map((agent) => agent.steps(STEPS)));
        const seconds = (performance.now() - began) / 1_000;
        if (failed.some((count) => count > 0)) throw new Error(`${failed.join(', ')} steps were refused`);
        const steps = AGENTS * STEPS;
        return { perStep: ((await transactions.count()) - before) / steps, perSecond: steps / seconds };
      };
      const openTabs = (streams: (nth: number) => readonly string[]): Promise<readonly LightTab[]> =>
        Promise.all(Array.from({ length: TABS }, (_, nth) => openLightTab(server.origin, cookie, streams(nth))));
      await atWork();
      const [alone, together, costs]: [number[], number[], number[]] = [[], [], []];
      const shared = [...agents.map(({ sessionId }) => `session/${sessionId}`), 'install'].slice(0, FOLLOWED);
      for (let round = 0; round < ROUNDS; round += 1) {
        const without = await atWork();
        const tabs = await openTabs(() => shared);
        const beside = await atWork();
        for (const tab of tabs) tab.close();
        alone.push(without.perSecond);
        together.push(beside.perSecond);
        costs.push(beside.perStep);
        say(
          `round ${round + 1}: ${without.perStep.toFixed(1)} transactions a step alone, ${beside.perStep.toFixed(1)} with tabs; ` +
            `${without.perSecond.toFixed(0)} and ${beside.perSecond.toFixed(0)} steps/s`,
        );
      }
      // A hundred streams, each followed by one tab.
      const many: string[] = [];
      for (let nth = 0; nth < TABS * FOLLOWED; nth += 1) {
        const agent = await startAgent(server.origin, token, workspacePath, 100 + nth);
        many.push(`session/${agent.sessionId}`);
        await agent.close();
      }
      const tabs = await openTabs((nth) => many.slice(nth * FOLLOWED, (nth + 1) * FOLLOWED));
      const before = await transactions.count();
      const began = performance.now();
      await new Promise((resume) => setTimeout(resume, IDLE_MS));
      const idle = ((await transactions.count()) - before) / ((performance.now() - began) / 1_000);
      for (const tab of tabs) tab.close();
      for (const agent of agents) await agent.close();
      await transactions.close();
      await server.stop();
      return [
        { id: 'follow-fanout', value: median(costs), unit: 'transactions/step' },
        { id: 'follow-idle', value: idle, unit: 'transactions/s' },
        { id: 'follow-steps', value: median(together), unit: 'steps/s', yardstick: median(alone) },
      ];
    } finally {
      await postgres.stop();
    }
  },
};
