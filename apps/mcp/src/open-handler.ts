import { installQuota } from '@atelier/contracts/install-quota';
import { holdToQuota, openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { noteAgent } from '@atelier/rails/adapters';
import { openRailsInstall } from './install.ts';
import { createToolHandler } from './tools/handle.ts';

/** Where the data is cannot be used. Its message is a sentence for a person. */
export class StorageUnusable extends Error {}

/** Everything behind the tools, loaded once somebody is about to call one. */
export const openHandler = async (data: string, databaseUrl: string | undefined) => {
  const storage = await openStorage({ data, databaseUrl });
  if (!storage.ok) throw new StorageUnusable(storageRefusedToSentence(storage.error, callWith(data)));
  const install = openRailsInstall(data, holdToQuota(storage.value, installQuota).storage);
  const close = async (): Promise<void> => {
    await install.close();
    await storage.value.close();
  };
  const note = (clientName: string | undefined) =>
    noteAgent(data, clientName, new Date().toISOString()).catch(() => undefined);
  return { handle: createToolHandler(install.deps), lastToken: install.lastToken, noteAgent: note, close };
};

/** The agent's own process was given a folder; the person who reads this has to name it. */
const callWith = (data: string) => (command: string) => `npx atelier ${command} --data '${data}' (in Atelier’s folder)`;
