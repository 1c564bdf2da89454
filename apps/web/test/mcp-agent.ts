import { fork } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'mcp-client-process.ts');

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

type Result = { readonly isError?: boolean; readonly structuredContent?: unknown; readonly content: unknown };
type Said =
  | { readonly ready: true }
  | { readonly id: number; readonly result?: Result; readonly fault?: string; readonly ready?: undefined };

/** A real MCP client in a process of its own. */
export const startAgent = async (dataFolder: string): Promise<Agent> => {
  const child = fork(program, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ATELIER_DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += String(piece);
  });
  const waiting = new Map<number, (said: Extract<Said, { id: number }>) => void>();
  let asked = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the client ended with ${code}: ${said}`)));
    child.on('message', (message: Said) => {
      if (message.ready) resolve();
      else waiting.get(message.id)?.(message);
    });
  });

  child.once('exit', (code) => {
    for (const [id, settle] of waiting) settle({ id, fault: `the client ended with ${code}: ${said}` });
  });

  const call: Agent['call'] = async (tool, args) => {
    asked += 1;
    const id = asked;
    const answered = new Promise<Extract<Said, { id: number }>>((resolve) => {
      waiting.set(id, resolve);
    });
    child.send({ id, tool, args });
    const { result, fault } = await answered;
    if (!result) throw new Error(fault);
    if (result.isError) throw new Error(JSON.stringify(result.structuredContent ?? result.content));
    return result.structuredContent as Answer;
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
        // What follows the last line break is not whole yet.
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    kill: () => void child.kill('SIGKILL'),
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.send('close');
      }),
  };
};
