import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { buildMcpBundle } from '../../apps/mcp/build.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export type Bundles = { readonly rails: string; readonly bare: string };

/** Both are built by the same builder, so that the difference is what the server does. */
export const buildBundles = async (folder: string): Promise<Bundles> => ({
  rails: await buildRails(folder),
  bare: await buildMcpBundle(join(root, 'bench/rails/bare-server.ts'), join(folder, 'bare-server.mjs')),
});

const buildRails = async (folder: string): Promise<string> => {
  await buildMcpBundle(join(root, 'apps/mcp/src/main.ts'), join(folder, 'dist', 'atelier-mcp.mjs'));
  const command = join(folder, 'atelier-mcp.mjs');
  copyFileSync(join(root, 'apps/mcp/atelier-mcp.mjs'), command);
  return command;
};

export type Reply = {
  readonly structuredContent?: Record<string, never> & {
    readonly nextCall?: { readonly params: Record<string, string> };
  };
  readonly isError?: boolean;
  readonly content: unknown;
};

export type Running = {
  readonly pid: number;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Reply>;
  readonly listTools: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly residentMb: () => number;
};

/**
 * One for all clients of the bench: a client that lives on while its server is started again has prepared its checks
 * of the answers before, and what is measured is the server. Answers are checked all the same.
 */
const checks = new AjvJsonSchemaValidator();
const preparedBySchema = new Map<string, ReturnType<typeof checks.getValidator>>();
const jsonSchemaValidator: Pick<AjvJsonSchemaValidator, 'getValidator'> = {
  getValidator: <T>(schema: Parameters<typeof checks.getValidator>[0]) => {
    const key = JSON.stringify(schema);
    const prepared = preparedBySchema.get(key) ?? checks.getValidator(schema);
    preparedBySchema.set(key, prepared);
    return prepared as ReturnType<typeof checks.getValidator<T>>;
  },
};

/** The documented command: the Node that is running this, and one file. */
export const spawnServer = async (file: string, env: Record<string, string>): Promise<Running> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' }, { jsonSchemaValidator });
  await client.connect(transport);
  const pid = transport.pid ?? 0;
  return {
    pid,
    call: (name, args) => client.callTool({ name, arguments: args }) as Promise<never>,
    listTools: () => client.listTools(),
    close: () => client.close(),
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  };
};

export const railsServer = (bundles: Bundles, data: string): Promise<Running> => {
  mkdirSync(data, { recursive: true });
  return spawnServer(bundles.rails, { ATELIER_DATA_DIR: data });
};

export const bareServer = (bundles: Bundles, folder: string): Promise<Running> => {
  mkdirSync(folder, { recursive: true });
  return spawnServer(bundles.bare, { BARE_FOLDER: folder });
};
