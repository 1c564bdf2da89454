import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Role } from '@atelier/contracts';
import { keptFileName } from '@atelier/kernel/core';
import type { BlobId, Blobs } from '@atelier/kernel/ports';
import type { Context } from 'hono';
import type { Caller } from '../caller.ts';
import { readRange } from './byte-range.ts';
import { matchesEtag } from './etag.ts';
import { type IncomingFile, receiveFile } from './incoming-file.ts';
import { refuse } from './refuse.ts';
import type { GuardedRoute } from './route.ts';

/** A file that can be served: where its bytes are, on disk or in the content of the kernel, and which they must be. */
export type StoredFile = {
  /** `sha256:` and its digest in hex. */
  readonly version: string;
  readonly type?: string;
} & ({ readonly place: string } | { readonly blobs: Pick<Blobs, 'check' | 'size' | 'stream'> });

type FileRoute = {
  /** The address without the name: `/lab-files`. */
  readonly path: string;
  readonly role: Role;
  readonly find: (name: string, caller: Caller) => Promise<StoredFile | undefined>;
  /** Takes files in. Absent: the address only hands them out. */
  readonly add?: {
    /** Where an upload grows until it is whole. */
    readonly folder: string;
    readonly largestBytes: () => Promise<number>;
    /** Moves or copies it from its place; what is left there is deleted. */
    readonly take: (name: string, file: IncomingFile, caller: Caller) => Promise<Response>;
  };
};

/** Somebody else wrote these bytes: opened as a page, they can load nothing and run nothing. */
const bytesPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Files by URL, in and out, streamed both ways. A name is judged before anything is read; a digest is compared before
 * the first byte leaves, so that damage is a refusal and never a file that is only a little wrong.
 */
export const createFileRoute = ({ path, role, find, add }: FileRoute): GuardedRoute => {
  const put = async (c: Context, caller: Caller): Promise<Response> => {
    const name = keptFileName(c.req.param('name') ?? '');
    if (!name.ok) return refuse(c.req.path, 'BAD_FILE_NAME', { reason: name.error });
    if (!add) return refuse(c.req.path, 'NOT_FOUND');
    const largest = await add.largestBytes();
    const taken = await receiveFile(c.req.raw, { folder: add.folder, largest }, (file) =>
      add.take(name.value, file, caller),
    );
    return taken ?? refuse(c.req.path, 'FILE_TOO_LARGE', { largestBytes: largest });
  };
  const get = async (c: Context, caller: Caller): Promise<Response> => {
    const given = c.req.param('name') ?? '';
    const name = keptFileName(given);
    const file = (await find(given, caller)) ?? (name.ok ? await find(name.value, caller) : undefined);
    return file ? serveFile(c, given, file) : refuse(c.req.path, 'NOT_FOUND');
  };
  return {
    path: `${path}/:name`,
    methods: add ? ['PUT', 'GET', 'HEAD'] : ['GET', 'HEAD'],
    access: 'signed-in',
    role,
    contentSecurityPolicy: bytesPolicy,
    serve: (c, caller) => (c.req.method === 'PUT' ? put(c, caller) : get(c, caller)),
  };
};

/** One file, or a part of it. */
export const serveFile = async (c: Context, name: string, file: StoredFile): Promise<Response> => {
  const { version, type = 'application/octet-stream' } = file;
  const bytes = 'place' in file ? onDisk(file.place, version) : inContent(file.blobs, version as BlobId);
  const size = await bytes.soundSize();
  if (size === undefined) return refuse(c.req.path, 'FILE_DAMAGED');
  const etag = `"${version}"`;
  const headers: Record<string, string> = {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    // Kept by the browser, asked about each time: a name may hold other bytes tomorrow.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('if-range');
  const range = ifRange === undefined || ifRange === etag ? readRange(c.req.header('range'), size) : undefined;
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
  const part = range ?? { start: 0, end: size - 1 };
  headers['content-length'] = String(part.end - part.start + 1);
  if (range) headers['content-range'] = `bytes ${part.start}-${part.end}/${size}`;
  const hasBody = c.req.method !== 'HEAD' && size > 0;
  const body = hasBody ? (Readable.toWeb(bytes.read(part)) as ReadableStream) : null;
  return new Response(body, { status: range ? 206 : 200, headers });
};

type Part = { readonly start: number; readonly end: number };
type Bytes = {
  /** How large it is, if its bytes are still those that were saved. Read in a pass of its own, piece by piece. */
  readonly soundSize: () => Promise<number | undefined>;
  /** Both ends are part of it. */
  readonly read: (part: Part) => Readable;
};

const onDisk = (place: string, version: string): Bytes => ({
  soundSize: async () => {
    const hash = createHash('sha256');
    try {
      for await (const piece of createReadStream(place, { highWaterMark: 1024 * 1024 })) hash.update(piece);
      if (`sha256:${hash.digest('hex')}` !== version) return undefined;
      return (await stat(place)).size;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw cause;
    }
  },
  read: (part) => createReadStream(place, part),
});

const inContent = (blobs: Pick<Blobs, 'check' | 'size' | 'stream'>, id: BlobId): Bytes => ({
  soundSize: async () => ((await blobs.check(id)) === 'sound' ? blobs.size(id) : undefined),
  read: (part) => Readable.from(partOf(blobs, id, part), { objectMode: false }),
});

const partOf = async function* (blobs: Pick<Blobs, 'stream'>, id: BlobId, { start, end }: Part) {
  const pieces = await blobs.stream(id);
  if (!pieces) throw new Error(`${id} was here a moment ago and is missing now`);
  let at = 0;
  for await (const piece of pieces) {
    const from = Math.max(0, start - at);
    const to = Math.min(piece.length, end + 1 - at);
    at += piece.length;
    // A copy: a piece is valid only until the next is asked for, and a socket may still hold it then.
    if (from < to) yield Uint8Array.prototype.slice.call(piece, from, to);
    if (at > end) return;
  }
};

/** RFC 8187: what `encodeURIComponent` leaves alone and the header does not allow. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
