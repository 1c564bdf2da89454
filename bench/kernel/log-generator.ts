import * as fs from 'node:fs';
import { join } from 'node:path';
import { createIds, nodePlatform, sha256 } from '@atelier/kernel/adapters';
import { checkAppend, emptyTail, inNewSegment, planBatch, recordLine, type Waiting } from '@atelier/kernel/core';

const EVENTS_PER_COMMIT = 5;
const COMMITS_AT_ONCE = 200;

/** Writes a long stream the way the log would, without its syncs: a million events in seconds. */
export const generateStream = (data: string, id: string, events: number, note = SHORT): void => {
  const folder = join(data, 'streams', 'session', id);
  fs.mkdirSync(join(folder, 'events'), { recursive: true });
  fs.mkdirSync(join(folder, 'manifest'), { recursive: true });
  const now = Date.UTC(2025, 0, 1);
  const random = new Uint8Array(10).fill(7);
  const ids = createIds({ clock: { now: () => now }, entropy: { bytes: () => random } });
  const stamp = { id: () => ids('evt'), at: () => new Date(now).toISOString(), sha256 };

  let tail = emptyTail(`session/${id}`, sha256);
  let part = 0;
  for (let made = 0; made < events; ) {
    const waiting: Waiting[] = [];
    for (let n = 0; n < COMMITS_AT_ONCE && made + waiting.length * EVENTS_PER_COMMIT < events; n += 1) {
      waiting.push(oneCommit(made + waiting.length * EVENTS_PER_COMMIT, events, note, stamp));
    }
    const batch = planBatch(waiting, tail, part, () => undefined, nodePlatform);
    if (batch.records.length > 0) {
      fs.appendFileSync(join(folder, 'events', fileName(part)), batch.lines.join(''));
      const records = batch.records.map((record) => `${recordLine(record)}\n`).join('');
      fs.appendFileSync(join(folder, 'manifest', fileName(part)), records);
    }
    made = batch.tail.next;
    tail = batch.tail;
    if (batch.outcomes.length < waiting.length) {
      part = tail.next;
      tail = inNewSegment(tail);
    }
  }
};

const oneCommit = (from: number, total: number, note: string, stamp: Parameters<typeof checkAppend>[2]): Waiting => {
  const count = Math.min(EVENTS_PER_COMMIT, total - from);
  const events = Array.from({ length: count }, (_, n) => ({
    kind: KINDS[(from + n) % KINDS.length] ?? 'noted',
    key: `k:${from + n}`,
    data: { step: from + n, note, done: n === 0 },
  }));
  const checked = checkAppend(events, {}, stamp);
  if (!checked.ok) throw new Error(checked.error.detail);
  return { checked: checked.value, expected: 'any' };
};

const SHORT = 'a short note, as a step writes it';
const KINDS = ['node_created', 'edge_created', 'advance_recorded', 'node_output_appended'];
const fileName = (first: number): string => `${String(first).padStart(12, '0')}.jsonl`;
