import type { StoreCheckReport, StreamFinding } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';

type Progress = { readonly done: number; readonly total: number; readonly stream: string };

type Deps = {
  readonly log: EventLog;
  readonly kinds: readonly string[];
  /** How much content that is needed is not there. */
  readonly countMissing: () => Promise<number>;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
};

const pageSize = 2_000;

/**
 * Reads every event of every stream, so that each digest is compared, and looks whether the content they name is there.
 * Undefined when it was told to stop.
 */
export const checkStore = async (deps: Deps): Promise<StoreCheckReport | undefined> => {
  const { log, kinds, onProgress, signal } = deps;
  const streams = (await Promise.all(kinds.map((kind) => log.list(kind)))).flat();
  const findings: StreamFinding[] = [];
  const lengths: { stream: string; next: number }[] = [];
  for (const stream of streams) {
    if (signal.aborted) return undefined;
    const health = await log.health(stream);
    if (health.kind === 'healthy') lengths.push({ stream, next: health.next });
    else findings.push({ stream, kind: health.kind, reason: health.reason, validNext: health.validNext });
  }
  const total = lengths.reduce((sum, { next }) => sum + next, 0);
  let done = 0;
  for (const { stream, next } of lengths) {
    for (let from = 0; from < next; ) {
      if (signal.aborted) return undefined;
      onProgress({ done, total, stream });
      const page = await log.read(stream, { from, limit: pageSize });
      if (!page.ok) {
        findings.push(refusedToFinding(stream, page.error));
        break;
      }
      from += page.value.events.length;
      done += page.value.events.length;
      if (page.value.events.length === 0) {
        findings.push({ stream, kind: 'unreadable', reason: 'shorter than its record says', validNext: from });
        break;
      }
    }
  }
  const missing = await deps.countMissing();
  return signal.aborted ? undefined : { streams: streams.length, events: done, findings, missing };
};

type ReadRefused = Extract<Awaited<ReturnType<EventLog['read']>>, { ok: false }>['error'];

const refusedToFinding = (stream: string, refused: ReadRefused): StreamFinding =>
  refused.code === 'UNHEALTHY'
    ? { stream, kind: refused.health.kind, reason: refused.health.reason, validNext: refused.health.validNext }
    : { stream, kind: 'unreadable', reason: refused.reason, validNext: 0 };
