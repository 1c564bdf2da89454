import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
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
export const buildForTests = (folder: string): Promise<string> =>
  buildMcpBundle(undefined, join(folder, 'atelier-mcp.mjs'));

export type Major = 'current' | 'previous';

/** A real client in its own right, over a real pipe. */
export const connect = async (major: Major, bundle: string, data: string): Promise<Connected> => {
  const server = {
    command: process.execPath,
    args: [bundle],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ATELIER_DATA_DIR: data },
    stderr: 'ignore' as const,
  };
  if (major === 'current') {
    const transport = new ModernTransport(server);
    const client = new ModernClient({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    return {
      pid: transport.pid ?? 0,
      listTools: async () => (await client.listTools()).tools,
      call: (name, args = {}) => client.callTool({ name, arguments: args }) as unknown as Promise<Reply>,
      close: () => client.close(),
    };
  }
  const transport = new LegacyTransport(server);
  const client = new LegacyClient({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    listTools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: args }) as unknown as Promise<Reply>,
    close: () => client.close(),
  };
};
