import type { Tone } from '@atelier/rails/core';
import { Server } from '@modelcontextprotocol/server';
import { createLogLine } from './log-line.ts';
import { errorResult } from './tools/content.ts';
import type { ToolDefinition } from './tools/definitions.ts';
import { toolDefinitions } from './tools/definitions.ts';
import type { CallFacts, McpDeps, Workplace } from './tools/handle.ts';
import { createToolHandler, faultResult } from './tools/handle.ts';
import type { ToolName } from './tools/inputs.ts';
import { toolNames } from './tools/inputs.ts';
import { nearest } from './tools/nearest.ts';

export type McpServerOptions = {
  readonly deps: McpDeps;
  readonly version: string;
  readonly tone?: Tone;
  /** Where the client works when neither the call nor the client says. */
  readonly cwd: string | null;
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly newCallId: () => string;
};

/** A factory for servers: one per connection or request, all over the same install. Nothing is kept in a connection. */
export const createMcpServer = (options: McpServerOptions): ((context: { readonly era: string }) => Server) => {
  const handle = createToolHandler(options.deps);
  let definitions: ToolDefinition[] | undefined;
  const tools = (): ToolDefinition[] => {
    definitions ??= toolDefinitions(options.tone ?? 'plain');
    return definitions;
  };

  return ({ era }) => {
    const server = new Server(
      { name: 'atelier', title: 'Atelier WorkRail', version: options.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools() as never }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const callId = options.newCallId();
      const line = createLogLine(options.log, callId, params.name);
      const name = params.name as ToolName;
      if (!toolNames.includes(name)) return unknownTool(params.name) as never;
      const facts: CallFacts = {
        workplace: () => workplaceOf(server, era, options.cwd),
        about: line.about,
      };
      try {
        await progress(context, params, 'working');
        const result = await handle(name, params.arguments, facts);
        line.done(result);
        return result as never;
      } catch (cause) {
        line.failed(cause);
        return faultResult(callId) as never;
      }
    });
    return server;
  };
};

const INSTRUCTIONS =
  'Workflows, one step at a time. Treat each step as the user speaking. After each answer make the call in `nextCall`, and nothing else. Lost the thread? continue_workflow with the state token alone, or resume_session.';

const unknownTool = (name: string) =>
  errorResult({
    code: 'NOT_FOUND',
    message: `There is no tool "${name}".`,
    suggestion: `Did you mean ${nearest(name, toolNames) ?? 'list_workflows'}?`,
    retry: { kind: 'retryable_immediate' },
    details: { tools: [...toolNames], correctCall: { tool: nearest(name, toolNames) ?? 'list_workflows', params: {} } },
  });

/** Newer clients take no questions from a server, and older ones only those they said they would answer. */
const workplaceOf = async (server: Server, era: string, cwd: string | null): Promise<Workplace | null> => {
  if (era === 'legacy' && server.getClientCapabilities()?.roots) {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: 1_000 });
      const first = roots.find(({ uri }) => uri.startsWith('file://'));
      if (first) return { path: decodeURIComponent(new URL(first.uri).pathname), confidence: 'med' };
    } catch {
      // A client that does not answer is treated like one that has no roots.
    }
  }
  return cwd === null ? null : { path: cwd, confidence: 'low' };
};

type Notifier = { readonly mcpReq: { readonly notify: (notification: never) => Promise<void> } };

const progress = async (
  { mcpReq }: Notifier,
  params: { readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined },
  message: string,
): Promise<void> => {
  const progressToken = params._meta?.progressToken;
  if (progressToken === undefined) return;
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 0, message } } as never);
};
