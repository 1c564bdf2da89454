import type { Outcome } from './tools/handle.ts';

/** One line per call, joined to the events by session, run and node, and to the call by its id. Never shown to an agent. */
export const createLogLine = (
  write: (line: Readonly<Record<string, unknown>>) => void,
  callId: string,
  tool: string,
) => {
  const started = performance.now();
  let ids: Readonly<Record<string, string>> = {};
  const took = (): number => Math.round((performance.now() - started) * 10) / 10;
  return {
    about: (found: Readonly<Record<string, string>>): void => {
      ids = { ...ids, ...found };
    },
    done: (result: Outcome): void =>
      write({ level: 'info', callId, tool, ...ids, ms: took(), error: result.isError === true }),
    failed: (cause: unknown): void =>
      write({
        level: 'error',
        callId,
        tool,
        ...ids,
        ms: took(),
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      }),
  };
};
