import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFiles, createFileWorkers, createTreeHost, type Files } from '@atelier/files';
import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { err, ok, type Result } from '@atelier/kernel/core';
import { holdToQuota, openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import { createKeptBenches, createOutsidePlace, type WorkbenchId } from '@atelier/workshop';

export type OpenedWorkbench = {
  readonly name: string;
  readonly filesFor: (client: string) => Promise<Files>;
  readonly close: () => Promise<void>;
};

/** One Workbench for a process of its own, found by its name or id. A refusal is a sentence for a person. */
export const openWorkbench = async (
  data: string,
  databaseUrl: string | undefined,
  wanted: string,
): Promise<Result<OpenedWorkbench, string>> => {
  const opened = await openStorage({ data, databaseUrl });
  if (!opened.ok) return err(storageRefusedToSentence(opened.error, (command) => `npx atelier ${command}`));
  const { storage } = holdToQuota(opened.value);
  const benches = createKeptBenches(storage.log);
  const found = await findWorkbench(storage.log, benches, wanted);
  if (!found.ok) {
    await opened.value.close();
    return found;
  }
  const { id, name } = found.value;
  const content = await storage.content();
  // Its own folder: what workers keep of files belongs to one process, and all of it can be made again.
  const folder = join(data, 'cache', `mcp-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const workers = createFileWorkers(folder);
  const ports = {
    benches,
    content,
    newId: createIds(systemWorld),
    decide: createDecide({ log: storage.log, states: benches }),
  };
  const byClient = new Map<string, Files>();
  return ok({
    name,
    filesFor: async (client) => {
      const files =
        byClient.get(client) ?? createFiles(createTreeHost(content, createOutsidePlace(ports, id, client)), workers);
      byClient.set(client, files);
      return files;
    },
    close: async () => {
      await workers.close();
      await rm(folder, { recursive: true, force: true });
      await opened.value.close();
    },
  });
};

type Benches = ReturnType<typeof createKeptBenches>;
type Listed = { readonly id: WorkbenchId; readonly name: string };

const findWorkbench = async (
  log: { readonly list: (kind: string) => Promise<readonly string[]> },
  benches: Benches,
  wanted: string,
): Promise<Result<Listed, string>> => {
  const all: Listed[] = [];
  for (const stream of await log.list('bench')) {
    const now = await benches.at(stream);
    if (now.ok && now.value.state.id && !now.value.state.isDeleted)
      all.push({ id: now.value.state.id, name: now.value.state.name });
  }
  const key = wanted.normalize('NFC').trim().toLowerCase();
  const exact = all.filter(({ id, name }) => id === wanted || name === wanted);
  const alike = exact.length > 0 ? exact : all.filter(({ name }) => name.normalize('NFC').toLowerCase() === key);
  const [only] = alike;
  if (only && alike.length === 1) return ok(only);
  if (alike.length > 1)
    return err(
      `Several Workbenches are called "${wanted}". Name one by its id: ${alike.map(({ id }) => id).join(', ')}.`,
    );
  const names = all.map(({ name }) => `"${name}"`).slice(0, 20);
  return err(
    `There is no Workbench called "${wanted}". ${names.length > 0 ? `There are: ${names.join(', ')}.` : 'Make one in Atelier first, under Workshop.'}`,
  );
};
