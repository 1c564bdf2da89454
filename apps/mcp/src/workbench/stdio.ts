import { randomUUID } from 'node:crypto';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import packageJson from '../../package.json' with { type: 'json' };
import { createGuardedInput, MESSAGE_BYTES } from '../wire/guarded-input.ts';
import { tooLongAdvice } from '../wire/refused-message.ts';
import { openWorkbench } from './open-workbench.ts';
import { createWorkbenchServer } from './server.ts';

type Options = {
  readonly data: string;
  readonly databaseUrl: string | undefined;
  readonly workbench: string;
};

/** Serves one Workbench until the client closes its end. Resolves with why it could not, if it could not. */
export const serveWorkbench = async ({ data, databaseUrl, workbench }: Options): Promise<string | undefined> => {
  const opened = await openWorkbench(data, databaseUrl, workbench);
  if (!opened.ok) return opened.error;
  const { name, filesFor, close } = opened.value;
  const ended = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => ended.resolve());
  process.stdout.on('error', () => ended.resolve());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.resolve());
  const log = (line: Readonly<Record<string, unknown>>): void => {
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  };
  const newCallId = () => `call_${randomUUID().slice(-12)}`;
  const transport = new StdioServerTransport(
    createGuardedInput(process.stdin, process.stdout, tooLongAdvice.files),
    process.stdout,
    {
      maxBufferSize: MESSAGE_BYTES * 4,
    },
  );
  serveStdio(createWorkbenchServer({ filesFor, workbench: name, version: packageJson.version, log, newCallId }), {
    transport,
    onerror: (cause) => log({ level: 'warn', cause: cause.message }),
  });
  await ended.promise;
  await close();
  return undefined;
};
