import { StudioTurnDone } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import type { BlobId, EventLog } from '@atelier/kernel/ports';
import type { TurnTape } from '../core/replay/tape.ts';
import type { StudioPorts } from '../ports/index.ts';

/** What is short stands in the last event of a turn; what is long is content that the event names. */
const longestInline = 2_048;

export type StoredEnd = {
  readonly data: { readonly result: Json; readonly tape?: Json };
  readonly pins: readonly BlobId[];
};

/** What a turn answered, and what it was told so that it can be run again. */
export const storeEnd = async (
  { blobs }: Pick<StudioPorts, 'blobs'>,
  answer: StudioTurnDone,
  tape: TurnTape | undefined,
): Promise<StoredEnd> => {
  const result = await store(blobs, answer as unknown as Json);
  if (tape === undefined) return { data: { result: result.json }, pins: result.pins };
  const told = await store(blobs, tape as unknown as Json);
  return { data: { result: result.json, tape: told.json }, pins: [...result.pins, ...told.pins] };
};

const store = async (blobs: StudioPorts['blobs'], json: Json): Promise<{ json: Json; pins: readonly BlobId[] }> => {
  const text = JSON.stringify(json);
  if (text.length <= longestInline) return { json, pins: [] };
  const id = await blobs.put(new TextEncoder().encode(text));
  return { json: { content: id }, pins: [id] };
};

type Stores = Pick<StudioPorts, 'blobs'> & { readonly log: Pick<EventLog, 'read' | 'content'> };

/** The answer as it was given, from the event that ended the turn. */
export const readStoredResult = async (
  stores: Stores,
  stream: string,
  seq: number,
): Promise<StudioTurnDone | undefined> => {
  const page = await stores.log.read(stream, { from: seq, limit: 1 });
  const result = page.ok ? (page.value.events[0]?.data as { readonly result?: Json })?.result : undefined;
  const parsed = StudioTurnDone.safeParse(await readStored(stores, stream, result));
  return parsed.success ? parsed.data : undefined;
};

/** What stands in an event itself, or in content that it names. */
export const readStored = async (
  { log, blobs }: Pick<StudioPorts, 'blobs'> & { readonly log: Pick<EventLog, 'content'> },
  stream: string,
  stored: Json | undefined,
): Promise<Json | undefined> => {
  if (!isNamed(stored)) return stored;
  const bytes = (await log.content(stream, stored.content)) ?? (await blobs.get(stored.content));
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
};

const isNamed = (stored: Json | undefined): stored is { readonly content: BlobId } =>
  typeof stored === 'object' && stored !== null && 'content' in stored && typeof stored.content === 'string';
