import { type AtelierServer, createServer } from '@atelier/server';
import { type Actor, addFiles, type ContentId, createWorkbench, type WorkbenchId } from '@atelier/workshop';
import { surfaces } from '../../apps/server/src/surfaces/index.ts';
import type { SurfaceKit } from '../../apps/server/src/surfaces/surface.ts';
import { runOn } from '../../apps/server/src/testing/bench-server.ts';
import { pageClient, signIn } from '../../apps/server/src/testing/tab.ts';
import { must } from '../timing.ts';

const person: Actor = { kind: 'user', name: 'local' };

/** A real server with a page signed in, and beside it what a run records: Drafts and answers without a model. */
export const startBench = async (dataFolder: string) => {
  let lent: SurfaceKit | undefined;
  const borrow = Object.assign(
    (kit: SurfaceKit) => {
      lent = kit;
      return { handlers: {}, streams: {} };
    },
    { surface: 'borrowing' },
  );
  const server: AtelierServer = await must(createServer({ dataFolder, port: 0, surfaces: [...surfaces, borrow] }));
  if (!lent) throw new Error('the server lent nothing');
  const kit: SurfaceKit = lent;
  const client = pageClient(server.origin, await signIn(await server.link()));
  const run = await runOn(kit);
  const { content } = run.ports;

  /** Files that are put straight into the store: how they arrived is not what is measured. */
  const create = async (files: Iterable<readonly [name: string, bytes: Uint8Array]>): Promise<WorkbenchId> => {
    const { workbenchId } = await must(
      createWorkbench(run.ports)({ name: 'Bench', modelId: 'builtin:offline' }, person),
    );
    const arrivals = [];
    for (const [name, bytes] of files) {
      const blob = (await content.blobs.put(bytes)) as ContentId;
      arrivals.push({ source: name, name, size: bytes.length, kind: 'file', blob });
    }
    await must(addFiles(run.ports)(workbenchId, arrivals, { files: 5_000, bytes: 2 ** 40 }, person));
    return workbenchId;
  };
  return { ...run, kit, server, client, create, stop: () => server.stop() };
};
export type BenchServer = Awaited<ReturnType<typeof startBench>>;
