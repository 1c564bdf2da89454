import { createReadStream } from 'node:fs';
import { sha256 } from '@atelier/kernel/adapters';
import type { Replayed, TraceRefused } from '@atelier/studio';

export type { Replayed, TraceRefused };

/** Runs an exported Studio turn again from its file alone. Studio is loaded only for this. */
export const replayTraceFile = async (file: string) => {
  const { replayTrace } = await import('@atelier/studio');
  return replayTrace(sha256)(createReadStream(file));
};
