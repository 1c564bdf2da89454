import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { bareServer, buildBundles, type Reply, railsServer } from './servers.ts';
import { createWorkplace, kilobyte, timed } from './workplace.ts';

const SESSIONS = 8;
const STEPS = 60;
/** Both are compiled while they run, and the larger one for longer: it still becomes faster after the fifth round. */
const ROUNDS = 8;

/** Eight agents, one server, each one step after another. */
export const parallel: Bench = {
  ids: ['parallel-8', 'parallel-8-failed'],
  run: async ({ folder, say }) => {
    const bundles = await buildBundles(folder);
    const workspacePath = createWorkplace(join(folder, 'work'));
    const ours = await railsServer(bundles, join(folder, 'data'));
    const bare = await bareServer(bundles, join(folder, 'bare'));
    let failed = 0;
    const agent = async (first: Reply, agentNumber: number): Promise<void> => {
      let reply = first;
      for (let step = 0; step < STEPS; step += 1) {
        const notesMarkdown = kilobyte(agentNumber * 1_000 + step);
        const next = await ours.call('continue_workflow', {
          ...reply.structuredContent?.nextCall?.params,
          output: { notesMarkdown },
        });
        if (next.isError) failed += 1;
        else reply = next;
      }
    };
    const bareAgent = async (agentNumber: number): Promise<void> => {
      for (let step = 0; step < STEPS; step += 1)
        await bare.call('append', { text: kilobyte(agentNumber * 1_000 + step) });
    };
    const rates: number[] = [];
    const bareRates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const firsts: Reply[] = [];
      for (let index = 0; index < SESSIONS; index += 1)
        firsts.push(await ours.call('start_workflow', { workflowId: 'project.long', workspacePath }));
      const [ms] = await timed(() => Promise.all(firsts.map(agent)));
      const [bareMs] = await timed(() => Promise.all(firsts.map((_, index) => bareAgent(index))));
      rates.push((SESSIONS * STEPS * 1_000) / ms);
      bareRates.push((SESSIONS * STEPS * 1_000) / bareMs);
      say(`round ${round + 1}: ${rates.at(-1)?.toFixed(0)} steps/s, bare ${bareRates.at(-1)?.toFixed(0)}`);
    }
    await ours.close();
    await bare.close();
    return [
      { id: 'parallel-8', value: Math.max(...rates), unit: 'steps/s', yardstick: Math.max(...bareRates) },
      { id: 'parallel-8-failed', value: failed, unit: 'calls' },
    ];
  },
};
