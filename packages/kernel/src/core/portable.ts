import { z } from 'zod';
import { anyJson } from './any-json.ts';

const blobId = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** One commit of a stream, as a file holds it. */
export const portableCommit = {
  events: z
    .array(
      z.strictObject({
        id: z.string(),
        at: z.string(),
        kind: z.string(),
        key: z.string().nullable(),
        data: z.record(z.string(), anyJson),
      }),
    )
    .min(1),
  pins: z.array(blobId),
  unpins: z.array(blobId),
  /** Bytes that ride inside the commit, in base64. */
  carried: z.array(z.string()),
};
const Commit = z.strictObject(portableCommit);
export type PortableCommit = z.infer<typeof Commit>;

/** Bytes follow. `name` says what they are to a person. */
export const portableContent = { id: blobId, size: z.int().nonnegative(), name: z.string() };
export const portableEnd = { records: z.int().positive() };
