import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRailsInstall } from '@atelier/mcp';
import { advance, startWorkflow } from '@atelier/rails/usecases';
import { runViewOf } from '../../packages/rails/src/view/console/run-view.ts';
import { type Bench, median } from '../bench.ts';
import { createWorkplace, kilobyte, timed } from './workplace.ts';

const STEPS = 1_000;

/** The whole graph of a long run as the Console asks for it, ready to send. */
export const history: Bench = {
  ids: ['history-1k'],
  run: async ({ folder, say }) => {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    const { deps, close } = openRailsInstall(data);
    const started = await startWorkflow(deps)({
      workflowId: 'project.long',
      workspace: { path: createWorkplace(join(folder, 'work')), confidence: 'high' },
    });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    let { answer } = started.value;
    for (let step = 0; step < STEPS; step += 1) {
      const ackToken = answer.nextCall?.params.ackToken ?? '';
      const next = await advance(deps)({ ackToken, output: { notesMarkdown: kilobyte(step) } });
      if (!next.ok) throw new Error(JSON.stringify(next.error));
      answer = next.value;
    }
    say(`${STEPS} steps made`);
    const times: number[] = [];
    for (let look = 0; look < 15; look += 1) {
      const [ms] = await timed(async () => {
        const session = await deps.sessions.at(answer.session.sessionId);
        const run = session.ok ? [...(session.value?.runs.values() ?? [])][0] : undefined;
        if (!run) throw new Error('the run is gone');
        const workflow = await deps.workflows.get(run.workflowHash);
        const view = runViewOf({
          sessionId: answer.session.sessionId,
          run,
          workflow,
          health: { kind: 'healthy' } as never,
          drift: [],
        });
        if (view.nodes.length !== STEPS + 1) throw new Error(`${view.nodes.length} nodes`);
        return JSON.stringify(view);
      });
      times.push(ms);
    }
    await close();
    return [{ id: 'history-1k', value: median(times), unit: 'ms' }];
  },
};
