import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, LogEvent } from '@atelier/kernel';

type Deps = {
  readonly log: Pick<EventLog, 'follow'>;
  readonly stream: string;
  /** Reads the stream; answers where it ends, or undefined when it cannot be read. */
  readonly look: () => Promise<number | undefined>;
  readonly heard: (event: LogEvent) => Promise<unknown>;
  readonly stopping: AbortSignal;
  readonly onFault: (cause: unknown) => void;
};

const AGAIN_MS = 1_000;

/**
 * Follows a stream for as long as the server runs. A database that goes away between a commit and the reading of it ends
 * a follower; a server that stopped following here would go on letting in whoever was shut out on another one.
 */
export const keepFollowing = async ({ log, stream, look, heard, stopping, onFault }: Deps): Promise<void> => {
  const follow = async (from: number): Promise<void> => {
    for await (const event of log.follow(stream, from, stopping)) await heard(event);
  };
  while (!stopping.aborted) {
    // One that cannot be read is looked at again in a moment; whoever asks meanwhile meets the fault, and says so.
    const from = await look().catch(() => undefined);
    if (from !== undefined) await follow(from).catch((cause) => stopping.aborted || onFault(cause));
    await pause(AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
};
