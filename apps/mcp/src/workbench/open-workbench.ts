import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, emptyInstall, foldInstall, installStream } from '@atelier/contracts';
import { installQuota } from '@atelier/contracts/install-quota';
import { createFiles, createFileWorkers, createTreeHost, type Files } from '@atelier/files';
import { createIds, createProjection, systemWorld } from '@atelier/kernel/adapters';
import { err, ok, type Result } from '@atelier/kernel/core';
import { holdToQuota, openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import {
  createKeptBenches,
  createOutsidePlace,
  draftLimits,
  findWorkbench,
  notFoundToSentence,
  outsideReading,
} from '@atelier/workshop';

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
  const { storage } = holdToQuota(opened.value, installQuota);
  const benches = createKeptBenches(storage.log);
  const found = await findWorkbench(storage.log, benches, wanted);
  if (!found.ok) {
    await opened.value.close();
    return err(notFoundToSentence(found.error, wanted));
  }
  const { id, name } = found.value;
  const content = await storage.content();
  // Its own folder: what workers keep of files belongs to one process, and all of it can be made again.
  const folder = join(data, 'cache', `mcp-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const workers = createFileWorkers(folder);
  const installs = createProjection({ log: storage.log, initial: emptyInstall, evolve: foldInstall });
  const ports = {
    benches,
    content,
    newId: createIds(systemWorld),
    decide: createDecide({ log: storage.log, states: benches }),
    limits: async () => {
      const now = await installs.at(installStream);
      return draftLimits(now.ok ? now.value.state.settings : defaultSettings);
    },
  };
  const byClient = new Map<string, Files>();
  return ok({
    name,
    filesFor: async (client) => {
      const files =
        byClient.get(client) ??
        createFiles(createTreeHost(content, createOutsidePlace(ports, id, client)), workers, {
          hidden: outsideReading(ports, id),
        });
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
