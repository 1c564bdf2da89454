import { z } from 'zod';

/*
 * A Workbench as one file. Lines and bodies in turn: `<hash> <json>\n`, and where the json says so `size` bytes and a
 * line end. Each hash is over the hash before and the json, so that nothing can be changed, left out or moved unseen;
 * a body is proved by its own id. The order is: what it is, commits of both streams, content, the end.
 */

export const portableFormat = 'atelier-workbench';
export const portableStart = '0'.repeat(64);
/** A commit holds at most some thousand events with short text. */
export const longestLine = 64 * 1024 * 1024;

const blobId = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const StoredEvent = z.strictObject({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  key: z.string().nullable(),
  data: z.record(z.string(), z.json()),
});

export const PortableRecord = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('workbench'),
    format: z.literal(portableFormat),
    v: z.literal(1),
    workbenchId: z.string(),
    name: z.string(),
    /** How far each stream had come. */
    next: z.strictObject({ bench: z.int().positive(), run: z.int().nonnegative() }),
  }),
  z.strictObject({
    part: z.literal('commit'),
    stream: z.enum(['bench', 'run']),
    events: z.array(StoredEvent).min(1),
    pins: z.array(blobId),
    unpins: z.array(blobId),
    /** Bytes that ride inside the commit, in base64. */
    carried: z.array(z.string()),
  }),
  /** Bytes follow. `name` says what they are to a person. */
  z.strictObject({
    part: z.literal('content'),
    id: blobId,
    size: z.int().nonnegative(),
    role: z.enum(['file', 'tree']),
    name: z.string(),
  }),
  z.strictObject({ part: z.literal('end'), records: z.int().positive() }),
]);
export type PortableRecord = z.infer<typeof PortableRecord>;
export type PortableCommit = Extract<PortableRecord, { part: 'commit' }>;
