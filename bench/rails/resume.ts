import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRailsInstall } from '@atelier/mcp';
import { advance, startWorkflow } from '@atelier/rails/usecases';
import { type Bench, median } from '../bench.ts';
import { buildBundles, type Running, railsServer } from './servers.ts';
import { createWorkplace, kilobyte, timed } from './workplace.ts';

type Made = { readonly sessionId: string; readonly word: string };

/** Sessions as users leave them: started, worked on for a step, left. */
const makeSessions = async (data: string, workspace: string, from: number, to: number): Promise<readonly Made[]> => {
  mkdirSync(data, { recursive: true });
  const { deps, close } = openRailsInstall(data);
  const made: Made[] = [];
  const one = async (index: number): Promise<void> => {
    const word = `topic${index}x`;
    const started = await startWorkflow(deps)({
      workflowId: 'project.long',
      goal: `Look into ${word}`,
      workspace: { path: workspace, confidence: 'high' },
    });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    const { answer } = started.value;
    const ackToken = answer.nextCall?.params.ackToken ?? '';
    const moved = await advance(deps)({
      ackToken,
      output: { notesMarkdown: `${word} ${kilobyte(index).slice(0, 400)}` },
    });
    if (!moved.ok) throw new Error(JSON.stringify(moved.error));
    made.push({ sessionId: answer.session.sessionId, word });
  };
  for (let index = from; index < to; index += 50)
    await Promise.all(Array.from({ length: Math.min(50, to - index) }, (_, offset) => one(index + offset)));
  await close();
  return made;
};

const warm = async (server: Running, made: readonly Made[]): Promise<number> => {
  const times: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const { word } = made[(index * 7919) % made.length] as Made;
    times.push((await timed(() => server.call('resume_session', { query: word })))[0]);
  }
  return median(times);
};

export const resume: Bench = {
  ids: ['resume-1k', 'resume-10k', 'resume-10k-cold', 'resume-lost'],
  run: async ({ folder, say }) => {
    const bundles = await buildBundles(folder);
    const workspace = createWorkplace(join(folder, 'work'));
    const data = join(folder, 'data');
    const first = await makeSessions(data, workspace, 0, 1_000);
    say('1,000 sessions made');
    let server = await railsServer(bundles, data);
    await server.call('resume_session', { query: 'topic1x' });
    const at1k = await warm(server, first);
    await server.close();
    const made = [...first, ...(await makeSessions(data, workspace, 1_000, 10_000))];
    say('10,000 sessions made');
    server = await railsServer(bundles, data);
    await server.listTools();
    const [cold] = await timed(() => server.call('resume_session', { query: 'topic7777x' }));
    const at10k = await warm(server, made);
    let lost = 0;
    for (let index = 0; index < 100; index += 1) {
      const { sessionId, word } = made[(index * 104_729 + 13) % made.length] as Made;
      for (const query of [{ sessionId }, { query: word }]) {
        const reply = await server.call('resume_session', query);
        const { candidates } = reply.structuredContent as unknown as { candidates: { sessionId: string }[] };
        if (!candidates.some((candidate) => candidate.sessionId === sessionId)) lost += 1;
      }
    }
    await server.close();
    return [
      { id: 'resume-1k', value: at1k, unit: 'ms' },
      { id: 'resume-10k', value: at10k, unit: 'ms' },
      { id: 'resume-10k-cold', value: cold, unit: 'ms' },
      { id: 'resume-lost', value: lost, unit: 'sessions' },
    ];
  },
};
