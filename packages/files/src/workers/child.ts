import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { FileError } from '../tools/errors.ts';
import type { Order, Reply } from './job.ts';
import { createJobRunner, type Folders, outputOf } from './run-job.ts';

const largestMessage = 1024 * 1024;

/** The life of a child: one order at a time, an answer for each. Tests wrap `createRunner` to make it misbehave. */
export const serve = (createRunner: typeof createJobRunner = createJobRunner): void => {
  // No module here can reach a network, and neither can what the platform lends to every script.
  for (const way of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, way);
  const folders = JSON.parse(process.argv[2] ?? '{}') as Folders;
  const runner = createRunner(folders);
  const send = (reply: Reply): void => void process.send?.(reply);
  // What a failed job had begun to write is nobody's.
  const sweep = (id: number): Promise<void> => rm(outputOf(folders, id), { force: true });
  process.on('message', ({ id, job }: Order) => {
    runner.run(job, id).then(
      async ({ result, output }) => {
        if (!result.ok) {
          await sweep(id);
          return send({ id, error: result.error as unknown as JsonObject });
        }
        const made = output === undefined ? {} : { output };
        const text = JSON.stringify(result.value);
        if (text.length < largestMessage) return send({ id, value: result.value, ...made });
        const spilled = join(folders.staging, `result-${id}.json`);
        await writeFile(spilled, text);
        return send({ id, spilled, ...made });
      },
      async (cause: unknown) => {
        await sweep(id);
        send(replyToFault(id, cause));
      },
    );
  });
  process.send?.('up');
  process.on('disconnect', () => {
    runner.close();
    process.exit(0);
  });
};

/** A full disk is nobody's bug; everything else unexpected is. */
const replyToFault = (id: number, cause: unknown): Reply => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const refused = (error: FileError): Reply => ({ id, error: error as unknown as JsonObject });
  if (code === 'ENOSPC')
    return refused({ code: 'DISK_FULL', reason: 'io', message: 'The disk is full; nothing was written.' });
  if (code === 'EIO' || code === 'EROFS')
    return refused({ code: 'FILE_WRITE_FAILED', reason: 'io', message: 'The result could not be written.' });
  return { id, fault: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
};
