import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const bundle = join(import.meta.dirname, '../../mcp/atelier-mcp.mjs');

export type Answer = {
  readonly session: { readonly sessionId: string; readonly runId: string };
  readonly stateToken: string;
  readonly isComplete: boolean;
  readonly pending: { readonly stepId: string } | null;
  readonly nextCall: { readonly params: Readonly<Record<string, string>> } | null;
  readonly candidates: readonly { readonly sessionId: string; readonly stateToken: string }[];
};

export type Agent = {
  readonly call: (tool: string, args: object) => Promise<Answer>;
  readonly start: (workflowId: string, more?: object) => Promise<Answer>;
  /** Hands the pending step in, with what `nextCall` says. */
  readonly advance: (from: Answer, notes: string, more?: object) => Promise<Answer>;
  readonly rehydrate: (stateToken: string) => Promise<Answer>;
  /** Lines of its log, each an object. */
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  /** As a crash would: no goodbye. */
  readonly kill: () => void;
  readonly close: () => Promise<void>;
};

/** A real MCP client and, in a process of its own, the command the Console tells people to use. */
export const startAgent = async (dataFolder: string): Promise<Agent> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ATELIER_DATA_DIR: dataFolder },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (piece) => {
    said += String(piece);
  });
  const client = new Client({ name: 'browser-tests', version: '1.0.0' });
  await client.connect(transport);
  const call: Agent['call'] = async (name, args) => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
    if (result.isError) throw new Error(JSON.stringify(result.structuredContent ?? result.content));
    return result.structuredContent as unknown as Answer;
  };
  return {
    call,
    start: (workflowId, more = {}) => call('start_workflow', { workflowId, ...more }),
    advance: (from, notesMarkdown, { output, ...more }: { output?: object } = {}) =>
      call('continue_workflow', { ...from.nextCall?.params, output: { notesMarkdown, ...output }, ...more }),
    rehydrate: (stateToken) => call('continue_workflow', { stateToken }),
    log: () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    kill: () => {
      if (transport.pid) process.kill(transport.pid, 'SIGKILL');
    },
    close: () => client.close(),
  };
};
