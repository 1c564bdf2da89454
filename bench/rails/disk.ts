import { join } from 'node:path';
import { openStorage } from '@atelier/kernel/storage';
import { openRails } from '@atelier/rails/adapters';
import { compactSessions } from '@atelier/rails/usecases';
import type { Bench } from '../bench.ts';
import { buildBundles, type Reply, railsServer } from './servers.ts';
import { createWorkplace, kilobyte, sizeOf } from './workplace.ts';

const SESSIONS = 40;
const STEPS = 5;

/** As the server does once a session rests. */
const compact = async (data: string): Promise<void> => {
  const opened = await openStorage({ data });
  if (!opened.ok) throw new Error(opened.error.code);
  const rails = openRails(opened.value, data);
  const pack = opened.value.compact;
  if (pack) await compactSessions({ index: rails.deps.resume, compact: pack, now: Date.now }, 0)();
  await rails.close();
  await opened.value.close();
};

/** What short sessions leave on disk, once the server that wrote them has gone and finished ones were packed. */
export const disk: Bench = {
  ids: ['disk-per-session', 'disk-per-finished-step'],
  run: async ({ folder, say }) => {
    const bundles = await buildBundles(folder);
    const workspacePath = createWorkplace(join(folder, 'work'));
    const begin = { workflowId: 'project.short', workspacePath, goal: 'Measure.' };

    /** Bytes that so many sessions added to a folder that held one already. */
    const added = async (name: string, work: (started: Reply, call: Call, index: number) => Promise<void>) => {
      const data = join(folder, name);
      const first = await railsServer(bundles, data);
      await work(await first.call('start_workflow', begin), first.call, 0);
      await first.close();
      await compact(data);
      const before = sizeOf(data).bytes;
      const server = await railsServer(bundles, data);
      for (let index = 1; index <= SESSIONS; index += 1)
        await work(await server.call('start_workflow', begin), server.call, index);
      await server.close();
      await compact(data);
      return sizeOf(data).bytes - before;
    };
    const started = await added('started', async () => undefined);
    const finished = await added('finished', async (reply, call, index) => {
      let last = reply;
      for (let step = 0; step < STEPS; step += 1)
        last = await call('continue_workflow', {
          ...last.structuredContent?.nextCall?.params,
          output: { notesMarkdown: kilobyte(index * STEPS + step) },
        });
    });
    say(`${(started / SESSIONS).toFixed(0)} bytes per session, ${(finished / SESSIONS / STEPS).toFixed(0)} per step`);
    return [
      { id: 'disk-per-session', value: started / SESSIONS, unit: 'bytes' },
      { id: 'disk-per-finished-step', value: finished / SESSIONS / STEPS, unit: 'bytes' },
    ];
  },
};

type Call = Awaited<ReturnType<typeof railsServer>>['call'];
