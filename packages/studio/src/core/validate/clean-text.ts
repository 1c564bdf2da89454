import type { Json } from '@atelier/kernel/core';
import type { PatchOp } from '../domain/patch.ts';

/** C0 and C1 controls except tab and line breaks, and marks that steer direction unseen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const tags = /<\/?[a-z][^<>]*>/gi;

export const cleanText = (text: string): string => text.normalize('NFC').replace(hidden, '').replace(tags, '');

const cleanValue = (value: Json): Json => {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) {
    const cleaned = value.map(cleanValue);
    return cleaned.every((each, at) => each === value[at]) ? value : cleaned;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, cleanValue(each as Json)] as const);
  return entries.every(([name, each]) => each === (value as Record<string, Json>)[name])
    ? value
    : Object.fromEntries(entries);
};

const cleanRecord = (record: Readonly<Record<string, Json>>): Record<string, Json> =>
  cleanValue(record) as Record<string, Json>;

/** V18: the op without what hides in its texts; the same op when there is nothing. */
export const cleanOp = (op: PatchOp): PatchOp => {
  if (op.op === 'create') {
    const fields = cleanRecord(op.fields);
    return fields === op.fields ? op : { ...op, fields };
  }
  if (op.op === 'set') {
    const changes = cleanRecord(op.changes);
    return changes === op.changes ? op : { ...op, changes };
  }
  if (op.op === 'tombstone') {
    const note = cleanValue(op.note as Json) as typeof op.note;
    return note === op.note ? op : { ...op, note };
  }
  return op;
};
