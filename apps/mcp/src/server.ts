import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { createLogLine } from './log-line.ts';
import { askNow, personFor } from './person.ts';
import { errorResult } from './tools/content.ts';
import type { CallFacts, Outcome, Workplace } from './tools/handle.ts';
import { nearest } from './tools/nearest.ts';
import { isAsked } from './tools/question.ts';
import tools from './tools/tools.generated.json' with { type: 'json' };
import { wordWriteRefused, writeRefusedOf } from './tools/write-refused.ts';
import { nameInSession } from './wire/named-session.ts';

export type ToolHandler = (tool: string, sent: unknown, facts: CallFacts) => Promise<Outcome>;

export type McpServerOptions = {
  /** The folder that holds the data is gone: whatever a call found without it is not what is true. */
  readonly isDataMissing?: () => boolean;
  /** Asked for at the first call: listing the tools needs none of it. */
  readonly handler: () => Promise<ToolHandler>;
  readonly version: string;
  /** Two tones of one text: some models need the firmer one. */
  readonly tone?: 'plain' | 'firm';
  /** Where the client works when neither the call nor the client says. */
  readonly cwd: string | null;
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly newCallId: () => string;
  /** Told when the tools were listed, and by whom where the client says: the next thing is a call. */
  readonly onListed?: (clientName: string | undefined) => void;
};

/** A factory for servers: one per connection or request, all over the same install. Nothing is kept in a connection. */
export const createMcpServer = (options: McpServerOptions): ((context: { readonly era: string }) => Server) => {
  const listed = tools[options.tone ?? 'plain'];
  const names = listed.map(({ name }) => name);
  return ({ era }) => {
    const server = new Server(
      { name: 'atelier', title: 'Atelier WorkRail', version: options.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', (_, { mcpReq, http }) => {
      if (options.onListed) setImmediate(options.onListed, nameOf(server, mcpReq) ?? nameInSession(http?.req?.headers));
      return { tools: listed as never };
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const callId = options.newCallId();
      const line = createLogLine(options.log, callId, params.name);
      if (!names.includes(params.name)) throw unknownTool(params.name, names);
      const facts: CallFacts = {
        workplace: () => workplaceOf(server, era, options.cwd),
        about: line.about,
        agent: nameOf(server, context.mcpReq) ?? nameInSession(context.http?.req?.headers),
        person: personFor(context, era === 'legacy' ? server.getClientCapabilities() : undefined),
      };
      try {
        await progress(context, params, 'working');
        const handle = await options.handler();
        const carryOut = async (): Promise<Outcome> => {
          const result = await handle(params.name, params.arguments, facts);
          if (era !== 'legacy' || !isAsked(result)) return result;
          // The revision before has no such result: there the question is a request of ours, and the call waits for it.
          return handle(params.name, params.arguments, { ...facts, person: await askNow(context, result) });
        };
        const isMissing = (): boolean => options.isDataMissing?.() === true;
        // Looked at before, too: a call that is carried out would begin a new folder, with new keys, in the old one's place.
        let result = isMissing() ? undefined : await carryOut();
        if (result === undefined || isMissing()) result = errorResult(wordWriteRefused(DATA_MISSING, params.name));
        line.done(result);
        return result as never;
      } catch (cause) {
        line.failed(cause);
        const refused = options.isDataMissing?.() ? DATA_MISSING : writeRefusedOf(cause);
        if (refused) return errorResult(wordWriteRefused(refused, params.name)) as never;
        return errorResult({
          code: 'INTERNAL_ERROR',
          message:
            'Something broke inside the server. If the call recorded anything, the same call will answer with it.',
          suggestion: 'Make the same call again once. If it fails again, tell the user to look at the server log.',
          retry: { kind: 'retryable_immediate' },
        }) as never;
      }
    });
    return server;
  };
};

const DATA_MISSING = { code: 'WRITE_FAILED', inDoubt: false, system: 'ENOENT' } as const;

const INSTRUCTIONS =
  'Workflows, one step at a time. Treat each step as the user speaking. When a step is done, make the call in `nextCall`. If you lost the thread: continue_workflow with the stateToken alone, or resume_session.';

const unknownTool = (name: string, names: readonly string[]): ProtocolError => {
  const meant = nearest(name, names);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name.slice(0, 80)}".${meant ? ` Did you mean ${meant}?` : ''} The tools are ${names.join(', ')}.`,
  );
};

/** Newer clients say who they are with each request, older ones when they connect. */
const nameOf = (server: Server, { envelope }: { readonly envelope?: unknown }): string | undefined => {
  const said = envelope as Readonly<Record<string, { readonly name?: unknown } | undefined>> | undefined;
  const name = (said?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion())?.name;
  return typeof name === 'string' ? name : undefined;
};

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
