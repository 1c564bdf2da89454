import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { buildMcpBundle } from '../../build.mjs';

export type Reply = {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: {
    readonly [key: string]: unknown;
    readonly stateToken: string;
    readonly isComplete: boolean;
    readonly pending: { readonly stepId: string; readonly prompt: string } | null;
    readonly nextCall: { readonly params: Record<string, string> } | null;
    readonly session: { readonly sessionId: string; readonly runId: string };
    readonly candidates: readonly { readonly stateToken: string; readonly sessionId: string }[];
  };
};

export type Connected = {
  readonly pid: number;
  readonly listTools: () => Promise<readonly { readonly name: string }[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Reply>;
  readonly close: () => Promise<void>;
};

export const temporaryFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'atelier-mcp-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** The shipped form: what is tested is what users start. */
export const buildForTests = async (folder: string): Promise<string> => {
  await buildMcpBundle(undefined, join(folder, 'dist', 'atelier-mcp.mjs'));
  return copyCommand(folder);
};

/** What clients are told to start; what it starts is built beside it. */
export const copyCommand = (folder: string): string => {
  const command = join(folder, 'atelier-mcp.mjs');
  copyFileSync(new URL('../../atelier-mcp.mjs', import.meta.url), command);
  return command;
};

/** A client of the current major speaks the revision before unless told otherwise. */
export const CURRENT_REVISION = '2026-07-28';

export type Major = 'current' | 'previous';

type Filled = { readonly action: 'accept' | 'decline'; readonly content?: { answer: string | boolean } };
/** What the person at the client does with a form; without one the client cannot ask. */
export type Answers = (message: string) => Filled | Promise<Filled>;

/** A real client in its own right, over a real pipe. */
export const connect = async (
  major: Major,
  bundle: string,
  data: string,
  answers?: Answers,
  env: Readonly<Record<string, string>> = {},
): Promise<Connected> => {
  const able = answers ? { capabilities: { elicitation: {} } } : {};
  const server = {
    command: process.execPath,
    args: [bundle],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ATELIER_DATA_DIR: data, ...env },
    stderr: 'ignore' as const,
  };
  if (major === 'current') {
    const transport = new ModernTransport(server);
    const client = new ModernClient(
      { name: 'test', version: '1.0.0' },
      { ...able, versionNegotiation: { mode: { pin: CURRENT_REVISION } } },
    );
    if (answers) client.setRequestHandler('elicitation/create', ({ params }) => answers(params.message));
    await client.connect(transport);
    return {
      pid: transport.pid ?? 0,
      listTools: async () => (await client.listTools()).tools,
      call: (name, args = {}) => client.callTool({ name, arguments: args }) as unknown as Promise<Reply>,
      close: () => client.close(),
    };
  }
  const transport = new LegacyTransport(server);
  const client = new LegacyClient({ name: 'test', version: '1.0.0' }, able);
  if (answers) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answers(params.message));
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    listTools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: args }) as unknown as Promise<Reply>,
    close: () => client.close(),
  };
};
