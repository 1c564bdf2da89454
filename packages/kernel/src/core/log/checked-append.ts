import { type CanonicalText, canonicalText } from '../canonical-json.ts';
import { type BlobId, isBlobId, type Sha256 } from '../digest.ts';
import type { LogEvent, NewEvent } from '../event.ts';
import { err, ok, type Result } from '../result.ts';
import { contentLine } from './content-line.ts';
import { INLINE_CONTENT_BYTES, SEGMENT_EVENTS } from './limits.ts';

/** An append whose every part has been looked at and written down, but for the seqs that only the tail can give. */
export type CheckedAppend = {
  readonly events: readonly CheckedEvent[];
  readonly contentLines: readonly CanonicalText[];
  /** The caller's pins and the ids of the content that rides along, each once. */
  readonly pins: readonly BlobId[];
  readonly unpins: readonly BlobId[];
};
export type CheckedEvent = { readonly event: Omit<LogEvent, 'seq'>; readonly dataText: CanonicalText };

export type InvalidAppend =
  | 'bad_stream'
  | 'bad_event'
  | 'bad_content_id'
  | 'empty'
  | 'too_large'
  | 'partial_key_overlap'
  | 'content_too_large'
  | 'not_json';
export type AppendInvalid = { readonly code: 'INVALID'; readonly reason: InvalidAppend; readonly detail: string };

export type AppendContent = {
  readonly pins?: readonly BlobId[];
  readonly unpins?: readonly BlobId[];
  readonly content?: readonly Uint8Array[];
};
/** What the world supplies when the caller does not. */
export type Stamp = { readonly id: () => string; readonly at: () => string; readonly sha256: Sha256 };

const KIND = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;
const ID = /^[a-z][a-z0-9]{0,15}_[a-z2-7]{26}$/;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MAX_KEY = 512;

export const checkAppend = (
  events: readonly NewEvent[],
  { pins = NONE, unpins = NONE, content = NO_CONTENT }: AppendContent,
  stamp: Stamp,
): Result<CheckedAppend, AppendInvalid> => {
  if (events.length === 0) return invalid('empty', 'an append needs at least one event');
  if (events.length > SEGMENT_EVENTS) return invalid('too_large', `one append holds at most ${SEGMENT_EVENTS} events`);
  const badId = pins.find(isNoBlobId) ?? unpins.find(isNoBlobId);
  if (badId !== undefined) {
    return invalid('bad_content_id', `${JSON.stringify(badId)} is not sha256: and 64 hex digits`);
  }

  // One event has no other to share its key with.
  const keys = events.length > 1 ? new Set<string>() : undefined;
  const checked: CheckedEvent[] = [];
  for (const event of events) {
    const one = checkEvent(event, keys, checked.length, stamp);
    if (!one.ok) return one;
    checked.push(one.value);
  }
  if (content.length === 0)
    return ok({ events: checked, contentLines: NO_LINES, pins: eachOnce(pins), unpins: eachOnce(unpins) });

  const contentLines: CanonicalText[] = [];
  const pinned = new Set<BlobId>(pins);
  for (const [index, bytes] of content.entries()) {
    if (bytes.length > INLINE_CONTENT_BYTES) {
      return invalid(
        'content_too_large',
        `content ${index} has ${bytes.length} bytes; put more than ${INLINE_CONTENT_BYTES} into the blob store and pin it`,
      );
    }
    const { id, line } = contentLine(bytes, stamp.sha256);
    if (!pinned.has(id) || pins.includes(id)) contentLines.push(line);
    pinned.add(id);
  }
  return ok({ events: checked, contentLines, pins: [...pinned], unpins: eachOnce(unpins) });
};

const NO_CONTENT: readonly Uint8Array[] = [];
const NO_LINES: readonly CanonicalText[] = [];
const isNoBlobId = (id: string): boolean => !isBlobId(id);
/** One for all: the record of each commit keeps its lists as long as the stream is open. */
const NONE: readonly BlobId[] = [];
const eachOnce = (ids: readonly BlobId[]): readonly BlobId[] => (ids.length === 0 ? NONE : [...new Set(ids)]);

const checkEvent = (
  event: NewEvent,
  keys: Set<string> | undefined,
  index: number,
  stamp: Stamp,
): Result<CheckedEvent, AppendInvalid> => {
  const { kind, key, data, id, at } = event;
  if (typeof kind !== 'string' || !KIND.test(kind))
    return invalid('bad_event', `event ${index}: kind ${JSON.stringify(kind)}`);
  if (id !== undefined && !ID.test(id))
    return invalid('bad_event', `event ${index}: id ${JSON.stringify(id)} is not <prefix>_ and 26 letters`);
  if (at !== undefined && !AT.test(at))
    return invalid('bad_event', `event ${index}: at ${JSON.stringify(at)} is not ISO with milliseconds`);
  if (key !== null) {
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY || !key.isWellFormed()) {
      return invalid('bad_event', `event ${index}: a key is null or 1 to ${MAX_KEY} characters of text`);
    }
    if (keys?.has(key))
      return invalid('bad_event', `event ${index}: key ${JSON.stringify(key)} stands twice in one append`);
    keys?.add(key);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return invalid('bad_event', `event ${index}: data is not an object`);
  }
  const dataText = canonicalText(data);
  if (!dataText.ok) {
    return invalid('not_json', `event ${index}: ${dataText.error.reason} at data${dataText.error.at}`);
  }
  return ok({
    event: { v: 1, id: id ?? stamp.id(), at: at ?? stamp.at(), kind, key, data },
    dataText: dataText.value,
  });
};

export const invalid = (reason: InvalidAppend, detail: string): Result<never, AppendInvalid> =>
  err({ code: 'INVALID', reason, detail });
