import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openLogFile } from './log-file.ts';

export type RequestFacts = {
  readonly method: string;
  /** The pattern, never the address itself: addresses carry tokens and names. */
  readonly route: string;
  readonly command?: string;
  readonly status: number;
  readonly ms: number;
};

/** A call of an agent. The ids join it to the events it recorded. */
export type ToolCallFacts = {
  readonly callId: string;
  readonly tool: string;
  readonly sessionId?: string;
  readonly runId?: string;
  readonly nodeId?: string;
  readonly attemptId?: string;
  readonly ms: number;
  readonly error: boolean;
};

/**
 * What the server writes down about itself: facts from a closed list, never what a request said. A line that cannot be
 * written is dropped and counted: nothing else fails by it.
 */
export type ServerLog = {
  readonly started: (facts: { readonly port: number; readonly version: string; readonly node: string }) => void;
  /** With the streams whose end could not be signed, if any. */
  readonly stopped: (unsigned: readonly string[]) => void;
  readonly request: (facts: RequestFacts) => void;
  readonly toolCall: (facts: ToolCallFacts) => void;
  /** Returns the reference a person can quote. */
  readonly fault: (cause: unknown, where: string) => string;
  /** How many lines could not be written since it was opened. */
  readonly dropped: () => number;
  readonly close: () => void;
};

const MOST_NAMED = 20;

export const serverLogPath = (dataFolder: string): string => join(dataFolder, 'logs', 'server.jsonl');

export const openServerLog = (dataFolder: string): ServerLog => {
  const file = openLogFile(serverLogPath(dataFolder));
  const write = (level: Level, event: string, facts: object) =>
    file.write(`${JSON.stringify({ level, time: new Date().toISOString(), pid: process.pid, event, ...facts })}\n`);
  return {
    started: (facts) => write('info', 'started', facts),
    stopped: (unsigned) =>
      unsigned.length === 0
        ? write('info', 'stopped', {})
        : write('warn', 'stopped', { unsigned: unsigned.slice(0, MOST_NAMED), unsignedCount: unsigned.length }),
    request: (facts) => write('info', 'request', facts),
    toolCall: (facts) => write('info', 'tool_call', facts),
    fault: (cause, where) => {
      const reference = randomBytes(6).toString('hex');
      write('error', 'fault', { reference, where, ...faultFacts(cause) });
      return reference;
    },
    dropped: file.dropped,
    close: file.close,
  };
};

type Level = 'info' | 'warn' | 'error';

/**
 * A message may quote what was being parsed (a file, a key), so only the system's own messages are kept;
 * of all others the name and the place.
 */
export const faultFacts = (cause: unknown): Record<string, unknown> => {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // The stack begins with the message, whose own lines may look like places.
  const stack = cause.stack ?? '';
  const places = stack.slice(stack.indexOf(cause.message) + cause.message.length);
  const frames = places.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: cause.name,
    ...(code !== undefined && { code }),
    ...(syscall !== undefined && { syscall, message: cause.message }),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(cause.cause !== undefined && { cause: faultFacts(cause.cause) }),
  };
};
