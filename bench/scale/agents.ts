import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { kilobyte } from '../rails/workplace.ts';

type Answer = {
  readonly isError?: boolean;
  readonly structuredContent?: {
    readonly session?: { readonly sessionId: string };
    readonly nextCall?: { readonly params: Record<string, string> };
  };
};

export type Agent = {
  readonly sessionId: string;
  /** So many steps, one after the other; answers how many were refused. */
  readonly steps: (count: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** An agent over HTTP in the midst of a run of a thousand turns. */
export const startAgent = async (origin: string, token: string, workspacePath: string, nth: number): Promise<Agent> => {
  const client = new Client({ name: `bench-${nth}`, version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }));
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }) as Promise<Answer>;
  let last = await call('start_workflow', { workflowId: 'project.long', workspacePath });
  const sessionId = last.structuredContent?.session?.sessionId;
  if (sessionId === undefined) throw new Error(`no run was started: ${JSON.stringify(last)}`);
  let taken = 0;
  return {
    sessionId,
    steps: async (count) => {
      let failed = 0;
      for (let step = 0; step < count; step += 1) {
        taken += 1;
        const output = { notesMarkdown: kilobyte(nth * 1_000 + taken) };
        const next = await call('continue_workflow', { ...last.structuredContent?.nextCall?.params, output });
        if (next.isError) failed += 1;
        else last = next;
      }
      return failed;
    },
    close: () => client.close(),
  };
};
