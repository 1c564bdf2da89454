import type { CanonicalText } from '../canonical-json.ts';
import type { LogEvent } from '../event.ts';
import type { CheckedEvent } from './checked-append.ts';

/**
 * The canonical JSON of an event, put together from canonical parts: the data was written down before the
 * writer had its turn, and only the seq is new. The members stand in canonical order.
 */
export const eventLine = ({ event, dataText }: CheckedEvent, seq: number): CanonicalText => {
  const { at, id, kind, key, v } = event;
  const keyText = key === null ? 'null' : JSON.stringify(key);
  return `{"at":"${at}","data":${dataText},"id":"${id}","key":${keyText},"kind":"${kind}","seq":${seq},"v":${v}}` as CanonicalText;
};

export const withSeq = ({ event }: CheckedEvent, seq: number): LogEvent => ({
  v: 1,
  seq,
  id: event.id,
  at: event.at,
  kind: event.kind,
  key: event.key,
  data: event.data,
});

const KEY_MEMBER = ',"key":';
const KIND_MEMBER = ',"kind":"';

/**
 * The key of a line without parsing its data. After `key` only kind, seq and v can follow, and a quote inside
 * a JSON string is escaped, so the last `,"key":` of the line is the member itself.
 */
export const keyOfLine = (line: string): string | null => {
  const start = line.lastIndexOf(KEY_MEMBER) + KEY_MEMBER.length;
  const end = line.lastIndexOf(KIND_MEMBER);
  return JSON.parse(line.slice(start, end)) as string | null;
};
