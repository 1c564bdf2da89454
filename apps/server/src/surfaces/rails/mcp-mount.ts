import { randomBytes } from 'node:crypto';
import type { Storage } from '@atelier/kernel/storage';
import { createMcpHttpHandler, openRailsInstall, type RailsInstall } from '@atelier/mcp';
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
  readonly data: string;
  readonly storage: Storage;
  readonly version: string;
  readonly firmTexts: boolean;
  readonly note: (facts: ToolCallFacts) => void;
  readonly onFault: (cause: unknown) => void;
};

/** The six tools at `/mcp`, over the same data as any agent's own process. Opened by the first call. */
export const createMcpMount = ({ data, storage, version, firmTexts, note, onFault }: Deps) => {
  let opened: { readonly install: RailsInstall; readonly handle: McpHandler } | undefined;
  const open = () => {
    const install = openRailsInstall(data, storage);
    const handle = createMcpHttpHandler({
      deps: install.deps,
      version,
      ...(firmTexts ? { tone: 'firm' } : {}),
      // Over HTTP nobody's working folder is ours to guess: the call names it, or there is none.
      cwd: null,
      log: (line) => {
        const facts = ToolCallLine.safeParse({ ...line, error: line.error === true || line.level === 'error' });
        if (facts.success) note(facts.data);
        if (line.level === 'error') onFault(new Error(`The tool ${String(line.tool)} broke.`));
      },
      newCallId: () => `call_${randomBytes(6).toString('hex')}`,
    });
    return { install, handle };
  };
  const handler: McpHandler = (request, caller) => {
    opened ??= open();
    return opened.handle(request, caller);
  };
  return { handler, close: async () => opened?.install.close() };
};
