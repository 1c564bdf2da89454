import type { Files, ToolAnswer } from '@atelier/files';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { createLogLine } from '../log-line.ts';
import { nearest } from '../tools/nearest.ts';
import { nameInSession } from '../wire/named-session.ts';

export type WorkbenchServerOptions = {
  /** The file tools on this Workbench, in the name of one client. */
  readonly filesFor: (client: string) => Promise<Pick<Files, 'tools' | 'call'>>;
  /** As people call it. */
  readonly workbench: string;
  readonly version: string;
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly newCallId: () => string;
};

/** Results of earlier calls are kept by Atelier's own agent, for its own short memory. A client remembers by itself. */
const ownAgentOnly: ReadonlySet<string> = new Set(['recall_tool_result']);

/** A factory for servers: one per connection or request. The tools are those of Atelier's own agent. */
export const createWorkbenchServer = (options: WorkbenchServerOptions) => () => {
  const { filesFor, workbench } = options;
  const server = new Server(
    { name: 'atelier-workbench', title: `Atelier: ${workbench}`, version: options.version },
    { capabilities: { tools: {} }, instructions: instructionsFor(workbench) },
  );
  server.setRequestHandler('tools/list', async (_, { http }) => ({
    tools: toolsOf(await filesFor(nameOf(server, http?.req?.headers))) as never,
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const line = createLogLine(options.log, options.newCallId(), params.name);
    const files = await filesFor(nameOf(server, context.http?.req?.headers));
    const names = toolsOf(files).map(({ name }) => name);
    if (!names.includes(params.name)) throw unknownTool(params.name, names);
    try {
      const result = resultOf(await files.call(params.name, params.arguments ?? {}, context.mcpReq.signal));
      line.done(result as never);
      return result as never;
    } catch (cause) {
      line.failed(cause);
      throw cause;
    }
  });
  return server;
};

const instructionsFor = (workbench: string): string =>
  `Files of the Atelier Workbench "${workbench}". Read a file's map first, then the parts you need. Every change goes into a Draft; the published files stay as they are until a person reviews the Draft in Atelier and publishes it. Say so when you are done.`;

/** A client names itself; one that does not is still told apart from Atelier's own agent. */
const nameOf = (server: Server, headers: Headers | undefined): string =>
  server.getClientVersion()?.name.trim().slice(0, 120) || nameInSession(headers) || 'MCP client';

const toolsOf = (files: Pick<Files, 'tools'>) =>
  files.tools
    .filter(({ name }) => !ownAgentOnly.has(name))
    .map(({ name, description, access, flatSchema }) => ({
      name,
      description,
      inputSchema: flatSchema,
      annotations: { readOnlyHint: access === 'read', destructiveHint: false, openWorldHint: false },
    }));

const resultOf = (answer: ToolAnswer) => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  ...(answer.ok ? {} : { isError: true }),
});

const unknownTool = (name: string, names: readonly string[]): ProtocolError => {
  const meant = nearest(name, names);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name.slice(0, 80)}".${meant ? ` Did you mean ${meant}?` : ''} The tools are ${names.join(', ')}.`,
  );
};
