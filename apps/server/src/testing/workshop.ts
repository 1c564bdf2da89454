import type { CommandClient, ValueOf, WorkbenchView } from '@atelier/contracts';
import { workbenchFilesPath, workbenchUploadsPath } from '@atelier/contracts';
import { z } from 'zod';
import type { TestServer } from './test-server.ts';

const Uploaded = z.object({ ok: z.literal(true), value: z.object({ uploadId: z.string() }) });

/** A Workbench as a page works with it. */
export const workbenchOn = ({
  server,
  cookie,
  client,
}: Pick<TestServer, 'cookie' | 'client'> & { readonly server: Pick<TestServer['server'], 'origin'> }) => {
  const headers = { cookie, origin: server.origin };
  const upload = async (name: string, bytes: string | Uint8Array): Promise<string> => {
    const body = typeof bytes === 'string' ? bytes : Buffer.from(bytes);
    const put = await fetch(`${server.origin}${workbenchUploadsPath(name)}`, { method: 'PUT', headers, body });
    return Uploaded.parse(await put.json()).value.uploadId;
  };
  const add = async (workbenchId: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    const uploads: string[] = [];
    for (const [name, bytes] of Object.entries(files)) uploads.push(await upload(name, bytes));
    return client.WorkbenchFilesAdd({ workbenchId, uploads });
  };
  const get = async (workbenchId: string): Promise<ValueOf<'WorkbenchGet'>> => {
    const got = await client.WorkbenchGet({ workbenchId });
    if (!got.ok) throw new Error(got.error.code);
    return got.value;
  };
  return {
    upload,
    add,
    get,
    view: async (workbenchId: string): Promise<WorkbenchView> => (await get(workbenchId)).view,
    create: async (files: Readonly<Record<string, string | Uint8Array>> = {}, name = 'Bench'): Promise<string> => {
      const made = await client.WorkbenchCreate({ name, modelId: 'builtin:offline' });
      if (!made.ok) throw new Error(made.error.code);
      if (Object.keys(files).length === 0) return made.value.workbenchId;
      const added = await add(made.value.workbenchId, files);
      if (!added.ok) throw new Error(added.error.code);
      return made.value.workbenchId;
    },
    bytes: async (workbenchId: string, path: string, version?: string): Promise<Buffer> => {
      const got = await fetch(`${server.origin}${workbenchFilesPath(workbenchId, path, version)}`, { headers });
      if (got.status !== 200) throw new Error(`${path}: ${got.status}`);
      return Buffer.from(await got.arrayBuffer());
    },
    fetch: (path: string) => fetch(`${server.origin}${path}`, { headers }),
    /** Sends a message and waits until its run is over. */
    ask: async (workbenchId: string, text: string, mode: 'agent' | 'ask' = 'agent'): Promise<WorkbenchView> => {
      const sent = await client.WorkshopSend({ workbenchId, text, mode });
      if (!sent.ok) throw new Error(`${sent.error.code}: ${sent.error.message}`);
      return untilStill(client, workbenchId);
    },
  };
};

export const untilStill = async (client: CommandClient, workbenchId: string): Promise<WorkbenchView> => {
  for (;;) {
    const got = await client.WorkbenchGet({ workbenchId });
    if (!got.ok) throw new Error(got.error.code);
    if (got.value.view.state !== 'running') return got.value.view;
    await new Promise((resume) => setTimeout(resume, 30));
  }
};
