import { StudioTurnDone } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import type { BlobId, EventLog } from '@atelier/kernel/ports';
import type { StudioPorts } from '../ports/index.ts';

/** What a turn answered stands in its last event when it is short; a long answer is content that the event names. */
const longestInline = 2_048;

export type StoredResult = { readonly result: Json; readonly pins: readonly BlobId[] };

export const storeResult = async (
  { blobs }: Pick<StudioPorts, 'blobs'>,
  answer: StudioTurnDone,
): Promise<StoredResult> => {
  const text = JSON.stringify(answer);
  if (text.length <= longestInline) return { result: answer as unknown as Json, pins: [] };
  const bytes = new TextEncoder().encode(text);
  const id = await blobs.put(bytes);
  return { result: { content: id }, pins: [id] };
};

/** The answer as it was given, from the event that ended the turn. */
export const readStoredResult = async (
  { log, blobs }: Pick<StudioPorts, 'blobs'> & { readonly log: Pick<EventLog, 'read' | 'content'> },
  stream: string,
  seq: number,
): Promise<StudioTurnDone | undefined> => {
  const page = await log.read(stream, { from: seq, limit: 1 });
  const result = page.ok ? (page.value.events[0]?.data as { readonly result?: Json })?.result : undefined;
  const found = isNamed(result) ? await namedResult(log, blobs, stream, result.content) : result;
  const parsed = StudioTurnDone.safeParse(found);
  return parsed.success ? parsed.data : undefined;
};

const isNamed = (result: Json | undefined): result is { readonly content: BlobId } =>
  typeof result === 'object' && result !== null && 'content' in result && typeof result.content === 'string';

const namedResult = async (
  log: Pick<EventLog, 'content'>,
  blobs: StudioPorts['blobs'],
  stream: string,
  id: BlobId,
): Promise<unknown> => {
  const bytes = (await log.content(stream, id)) ?? (await blobs.get(id));
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
};
