import { randomBytes } from 'node:crypto';
import { createMcpHttpHandler, type McpDeps } from '@atelier/mcp';
import { noteAgent } from '@atelier/rails/adapters';
import { z } from 'zod';
import type { McpHandler } from '../../http/routes.ts';
import type { ToolCallFacts } from '../../installation/server-log.ts';

const id = z.string().optional();
/** The ids of a call and nothing else that may stand in its line. */
const ToolCallLine = z.object({
  callId: z.string(),
  tool: z.string(),
  sessionId: id,
  runId: id,
  nodeId: id,
  attemptId: id,
  ms: z.number(),
  error: z.boolean(),
}) as z.ZodType<ToolCallFacts>;

type Deps = {
  /** Opened with the first call. */
  readonly deps: () => McpDeps;
  readonly data: string;
  readonly version: string;
  readonly firmTexts: boolean;
  readonly note: (facts: ToolCallFacts) => void;
  readonly onFault: (cause: unknown) => void;
};

/** The six tools at `/mcp`, over the same data as any agent's own process. Opened by the first call. */
export const createMcpMount = ({ deps, data, version, firmTexts, note, onFault }: Deps) => {
  type Folders = 'here' | 'elsewhere';
  const opened: Partial<Record<Folders, McpHandler>> = {};
  const open = (folders: Folders): McpHandler =>
    createMcpHttpHandler({
      deps: deps(),
      folders,
      version,
      ...(firmTexts ? { tone: 'firm' } : {}),
      // Over HTTP nobody's working folder is ours to guess: the call names it, or there is none.
      cwd: null,
      log: (line) => {
        const facts = ToolCallLine.safeParse({ ...line, error: line.error === true || line.level === 'error' });
        if (facts.success) note(facts.data);
        if (line.level === 'error') onFault(new Error(`The tool ${String(line.tool)} broke.`));
      },
      onListed: (clientName) => {
        noteAgent(data, clientName, new Date().toISOString()).catch(onFault);
      },
      newCallId: () => `call_${randomBytes(6).toString('hex')}`,
    });
  const handler: McpHandler = (request, caller) => {
    // The install token is good on this machine alone; a person's token may come from any.
    const folders = caller.token === undefined ? 'here' : 'elsewhere';
    opened[folders] ??= open(folders);
    return opened[folders](request, caller);
  };
  return { handler };
};
