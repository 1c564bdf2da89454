import { randomUUID } from 'node:crypto';
import { existsSync, writeSync } from 'node:fs';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createHeapGrowth } from './heap-growth.ts';
import { createMcpServer, type ToolHandler } from './server.ts';
import { warmUp } from './warm-up.ts';
import { createGuardedInput, MESSAGE_BYTES } from './wire/guarded-input.ts';
import { tooLongAdvice } from './wire/refused-message.ts';

type Opened = {
  readonly handle: ToolHandler;
  readonly lastToken: () => Promise<string | undefined>;
  readonly noteAgent: (clientName: string | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type StdioOptions = {
  readonly data: string;
  readonly version: string;
  readonly cwd: string;
  /** Where sessions are kept instead of in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly tone?: 'plain' | 'firm';
};

/** Serves until the client closes its end. stdout carries frames only; whatever breaks, no process stays behind. */
export const runStdio = ({ data, databaseUrl, version, cwd, tone }: StdioOptions): void => {
  let opening: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opening ??= import('./open-handler.ts').then(async ({ openHandler, StorageUnusable }) => {
      try {
        return await openHandler(data, databaseUrl);
      } catch (cause) {
        if (cause instanceof StorageUnusable) stop(cause.message);
        throw cause;
      }
    });
    return opening;
  };
  const stop = (why: string): void => {
    opening = undefined;
    process.stderr.write(`atelier mcp: ${why}\n`);
    void leave(1);
  };
  let leaving = false;
  const leave = async (code: number): Promise<void> => {
    if (leaving) return;
    leaving = true;
    // Closing must not hang on a stuck disk: the client has gone already.
    const limit = setTimeout(() => {
      writeLines();
      process.exit(code);
    }, 900);
    limit.unref();
    await opening?.then(({ close }) => close()).catch(() => undefined);
    writeLines();
    process.exit(code);
  };

  process.stdin.on('end', () => void leave(0));
  process.stdin.on('close', () => void leave(0));
  process.stdin.on('error', () => void leave(0));
  process.stdout.on('error', () => void leave(0));
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(0));
  process.on('uncaughtException', (cause) => {
    if ((cause as NodeJS.ErrnoException).code === 'EPIPE') return void leave(0);
    logLine({ level: 'error', cause: cause.stack ?? cause.message });
    void leave(1);
  });
  process.on('unhandledRejection', (cause) => logLine({ level: 'error', cause: String(cause) }));

  const heap = createHeapGrowth();
  const options = {
    handler: async () => {
      heap.called();
      return (await open()).handle;
    },
    version,
    cwd,
    isDataMissing: () => !existsSync(data),
    ...(tone ? { tone } : {}),
    newCallId: () => `call_${randomUUID().slice(-12)}`,
  };
  /** Between the list of tools and the first call there is time: a model is thinking. */
  const prepare = async (clientName: string | undefined): Promise<void> => {
    const { lastToken, noteAgent } = await open();
    await noteAgent(clientName);
    const token = await lastToken();
    if (token === undefined) return;
    await warmUp(createMcpServer({ ...options, log: () => undefined })({ era: 'legacy' }), token);
  };
  let prepared = false;
  const factory = createMcpServer({
    ...options,
    log: logLine,
    onListed: (clientName) => {
      if (prepared) return;
      prepared = true;
      prepare(clientName).catch(() => undefined);
    },
  });
  // A database that cannot be reached is better found now than in the middle of somebody's work.
  if (databaseUrl) void open().catch(() => undefined);
  const transport = new StdioServerTransport(
    createGuardedInput(process.stdin, process.stdout, tooLongAdvice.workflows),
    process.stdout,
    {
      maxBufferSize: MESSAGE_BYTES * 4,
    },
  );
  serveStdio(factory, { transport, onerror: (cause) => logLine({ level: 'warn', cause: cause.message }) });
};

let unwritten = '';

/** After the answers that are ready went out, several lines at once: nobody waits for a log. */
const logLine = (line: Readonly<Record<string, unknown>>): void => {
  if (unwritten === '') setImmediate(writeLines);
  unwritten += `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`;
};

/** A broken stderr is nobody's problem but the reader's. */
const writeLines = (): void => {
  const lines = unwritten;
  unwritten = '';
  try {
    writeSync(2, lines);
  } catch {
    // Nothing to tell it to.
  }
};
