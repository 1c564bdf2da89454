import type { Encoded } from '../blobs/encoding.ts';
import { encodePackIndex, PACK_HEADER, type PackEntry } from '../blobs/pack-format.ts';
import type { FinishedPack } from '../blobs/pack-writer.ts';
import type { BucketClient } from './bucket-client.ts';

/** Stores want at least 5 MiB, and a request costs: a pack goes out in few parts. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts on their way at once, each held in memory. */
const AT_ONCE = 3;

/** One pack on its way to the bucket: what is added goes out as soon as it fills a part. */
export const createPackUpload = (client: BucketClient, name: string) => {
  const entries: PackEntry[] = [];
  const tags: Promise<string>[] = [];
  let part = Buffer.allocUnsafeSlow(PART_BYTES);
  let filled = 0;
  let sent = 0;
  let upload: string | undefined;

  const sendPart = async (): Promise<void> => {
    upload ??= await client.beginUpload(name);
    const waited = tags.at(-AT_ONCE);
    if (waited) await waited;
    const sending = client.putPart(name, upload, tags.length + 1, part.subarray(0, filled));
    // Whoever awaits it sees its error; until then nobody does.
    sending.catch(() => undefined);
    tags.push(sending);
    sent += filled;
    part = Buffer.allocUnsafeSlow(PART_BYTES);
    filled = 0;
  };
  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      if (filled === part.length) await sendPart();
      const piece = bytes.subarray(at, at + part.length - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  };
  const begin = (): void => {
    part.set(PACK_HEADER);
    filled = PACK_HEADER.length;
  };
  begin();

  return {
    name,
    bytes: (): number => sent + filled,
    add: async (entry: Pick<PackEntry, 'id' | 'role' | 'size'>, { encoding, stored }: Encoded): Promise<void> => {
      const { id, role, size } = entry;
      entries.push({ id, role, encoding, offset: sent + filled, storedLength: stored.length, size });
      await write(stored);
    },
    /** Durable in the bucket when it resolves; nobody reads it before its row says so. */
    finish: async (): Promise<FinishedPack> => {
      await write(encodePackIndex(entries, sent + filled));
      if (upload === undefined) {
        await client.put(name, part.subarray(0, filled));
        return { name, bytes: filled, entries };
      }
      await sendPart();
      await client.finishUpload(name, upload, await Promise.all(tags));
      return { name, bytes: sent, entries };
    },
    /** As far as the bucket answers; its lifecycle rule takes the rest. */
    discard: async (): Promise<void> => {
      await Promise.allSettled(tags);
      if (upload !== undefined) await client.dropUpload(name, upload).catch(() => undefined);
    },
  };
};

export type PackUpload = ReturnType<typeof createPackUpload>;
