import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '@atelier/kernel/core';
import { z } from 'zod';
import { type SystemTrouble, systemTroubleOf } from './system-trouble.ts';

/** What a running server says about itself to the command line. */
const Running = z.object({ pid: z.int(), port: z.int(), startedAt: z.string() });
export type Running = z.infer<typeof Running>;

export type AlreadyRunning = { readonly code: 'ALREADY_RUNNING'; readonly running?: Running };

export type Claim = {
  readonly announce: (running: Running) => Promise<void>;
  readonly release: () => Promise<void>;
};

const noteOf = (dataFolder: string) => join(dataFolder, 'server.json');

/** One server per data folder. The system frees the lock when its owner dies, however it dies. */
export const claimDataFolder = async (dataFolder: string): Promise<Result<Claim, AlreadyRunning | SystemTrouble>> => {
  const file = join(dataFolder, 'server.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    if ((cause as { errcode?: number }).errcode === busy) {
      const running = await readRunning(dataFolder);
      return err({ code: 'ALREADY_RUNNING', ...(running && { running }) });
    }
    const trouble = systemTroubleOf(cause);
    if (trouble === undefined) throw cause;
    return err(trouble.code === 'FILE_UNUSABLE' ? { ...trouble, file } : trouble);
  }
  const held = lock;
  return ok({
    announce: async (running) => {
      const part = `${noteOf(dataFolder)}.${running.pid}.part`;
      await writeFile(part, `${JSON.stringify(running)}\n`, { mode: 0o600 });
      await rename(part, noteOf(dataFolder));
    },
    release: async () => {
      await unlink(noteOf(dataFolder)).catch(() => undefined);
      held.close();
    },
  });
};

const busy = 5; // SQLITE_BUSY

/** The note of a server that runs or that died; only an answer on its port tells which. */
export const readRunning = async (dataFolder: string): Promise<Running | undefined> => {
  const text = await readFile(noteOf(dataFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Running.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
