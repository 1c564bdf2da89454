import type { DiskLog } from '../adapters/disk/disk-log.ts';
import type { LogEvent, NewEvent } from '../core/event.ts';
import { isWriteRefused } from '../core/system-error.ts';
import { createProjection } from '../usecases/projection.ts';

/** What a caller knows: which commits it sent, and which of them the log said yes to. */
export type Ledger = {
  readonly sent: (readonly string[])[];
  readonly acknowledged: (readonly string[])[];
  readonly content: Map<string, Uint8Array>;
  /** The machine is off; nobody tries again. */
  off: boolean;
};

export const createLedger = (): Ledger => ({ sent: [], acknowledged: [], content: new Map(), off: false });

export const STREAM = 'session/s';

const keyed = (key: string): NewEvent => ({ kind: 'said', key, data: { text: key } });

/** A disk that failed once works again: a refusal that is not the caller's fault is tried again with the same keys. */
const TRIES = 4;

export const appendKeys = async (log: DiskLog, ledger: Ledger, keys: readonly string[]): Promise<void> => {
  const content = keys.flatMap((key) => ledger.content.get(key) ?? []);
  if (!ledger.sent.includes(keys)) ledger.sent.push(keys);
  for (let tried = 1; ; tried += 1) {
    const answer = await log.append(STREAM, keys.map(keyed), { expected: 'any', content });
    if (answer.ok) {
      ledger.acknowledged.push(keys);
      return;
    }
    const { error } = answer;
    if (!isWriteRefused(error) || tried === TRIES || ledger.off)
      throw new Error(`append of ${keys} refused: ${JSON.stringify(error)}`);
  }
};

const again = async <T>(act: () => Promise<T>): Promise<T> => act().catch(act);

/** Long enough that packing the segment pays. */
const noteOf = (words: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ note: words.repeat(120) }));

/** Whether it could be done or not, nothing may be lost by it. */
const compact = (log: DiskLog): Promise<unknown> => log.compact(STREAM);

/** Appends alone and together, content, rotation, packing, an index, a snapshot, a process that takes over. */
export const runScript = async (open: () => DiskLog, ledger: Ledger): Promise<void> => {
  const log = open();
  await appendKeys(log, ledger, ['a1']);
  await appendKeys(log, ledger, ['b1', 'b2', 'b3']);
  ledger.content.set('c1', noteOf('rides along'));
  await appendKeys(log, ledger, ['c1']);
  await compact(log);
  await Promise.all(['d', 'e', 'f'].map((name) => appendKeys(log, ledger, [`${name}1`, `${name}2`])));
  await again(() => foldWithSnapshot(log));
  await again(() => log.health(STREAM));

  await again(() => log.close());
  const other = open();
  await again(() => other.read(STREAM));
  ledger.content.set('g1', noteOf('another'));
  await appendKeys(other, ledger, ['g1', 'g2']);
  await compact(other);
  await Promise.all(['h', 'i', 'j', 'k', 'l'].map((name) => appendKeys(other, ledger, [`${name}1`])));
  await appendKeys(other, ledger, ['a1']); // a retry of what lies in a closed segment
  await again(() => foldWithSnapshot(other));
  await again(() => other.close());
};

export const SNAPSHOT = { name: 'texts', version: 1 };

/** The keys of the stream one after the other, folded on from the last snapshot. */
export const foldWithSnapshot = async (log: DiskLog): Promise<string> => {
  const texts = createProjection({
    log,
    initial: '',
    evolve: (state: string, event: LogEvent) => state + event.key,
    snapshot: { store: log.snapshots, of: SNAPSHOT, encode: (s) => s, decode: String, every: 4 },
  });
  const fold = await texts.at(STREAM);
  if (!fold.ok) throw new Error(`fold refused: ${JSON.stringify(fold.error)}`);
  return fold.value.state;
};
