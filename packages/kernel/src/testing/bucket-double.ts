import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BucketSettings } from '../adapters/bucket/bucket-settings.ts';
import { sign } from '../adapters/bucket/signer.ts';
import { sha256 } from '../adapters/node/sha256.ts';

/** What it does wrong with a request. */
export type BucketFault =
  /** Drops the connection: before anything is done, or after it was done and before the answer. */
  | 'cut'
  | 'cut_after'
  /** Sends half of the answer. */
  | 'half'
  /** Never answers. */
  | 'silent'
  /** Answers in small pieces with a pause before each. */
  | 'slow'
  | 'busy'
  | 'denied'
  | 'no_bucket'
  /** Lies about ranges: all of it, another stretch, or other bytes of the right length. */
  | 'whole'
  | 'other_range'
  | 'other_bytes'
  /** Answers 200 to the end of an upload, and says in the body that it failed. */
  | 'failed_in_body';

export type BucketRequest = { readonly method: string; readonly name: string; readonly query: URLSearchParams };

export type BucketDouble = {
  readonly settings: BucketSettings;
  /** What is stored, by its whole name. */
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, Map<number, Buffer>>;
  readonly requests: BucketRequest[];
  /** Asked for each request; undefined does it right. */
  readonly fail: (choose: (request: BucketRequest) => BucketFault | undefined) => void;
  readonly stop: () => Promise<void>;
};

const BUCKET = 'atelier-test';
const PIECES = 8;
const PIECE_MS = 50;
const MIN_PART = 5 * 1024 * 1024;
const SKEW_MS = 15 * 60 * 1000;

type Options = {
  /** What is put is on the disk, too, in this folder, before it is answered: what a store does that keeps its word. */
  readonly syncedIn?: string;
};

/**
 * A bucket in memory that is stricter than most: it checks signatures and hashes, refuses a content type that is not
 * signed and parts that are too small, and does wrong whatever a test asks for.
 */
export const startBucketDouble = async (prefix = 'a/', { syncedIn }: Options = {}): Promise<BucketDouble> => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: BucketRequest[] = [];
  const credentials = { accessKeyId: 'KEY', secretAccessKey: 'secret+/=' };
  let choose: (request: BucketRequest) => BucketFault | undefined = () => undefined;

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const name = rest.join('/');
    const asked: BucketRequest = { method: request.method ?? '', name, query: url.searchParams };
    requests.push(asked);
    const refuse = (status: number, code: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    };
    const wrong = whyUnsigned(request, url, body);
    if (wrong) return refuse(wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong);
    const fault = choose(asked);
    if (fault === 'cut') return void response.destroy();
    if (fault === 'silent') return;
    if (fault === 'busy') return refuse(503, 'SlowDown');
    if (fault === 'denied') return refuse(403, 'AccessDenied');
    if (fault === 'no_bucket' || bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (asked.method === 'PUT' && syncedIn !== undefined) await writeSynced(join(syncedIn, randomUUID()), body);
    const done = act(asked, request.headers.range, body, fault);
    if (fault === 'cut_after') return void response.destroy();
    if (done.code) return refuse(done.status, done.code);
    response.writeHead(done.status, { ...done.headers, 'content-length': String(done.body?.length ?? 0) });
    if (fault === 'half')
      return void response.write(done.body?.subarray(0, done.body.length / 2) ?? '', () => response.destroy());
    if (fault === 'slow') await trickle(response, done.body);
    response.end(fault === 'slow' ? undefined : done.body);
  };

  const whyUnsigned = (request: IncomingMessage, url: URL, body: Buffer): string | undefined => {
    const told = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), /.exec(
      request.headers.authorization ?? '',
    );
    const [, key, region = '', names = ''] = told ?? [];
    if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId';
    const signed = names.split(';');
    if (!signed.includes('host') || (request.headers['content-type'] !== undefined && !signed.includes('content-type')))
      return 'AccessDenied';
    const time = String(request.headers['x-amz-date']).replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    if (!(Math.abs(Date.parse(time) - Date.now()) < SKEW_MS)) return 'RequestTimeTooSkewed';
    const bodyHash = String(request.headers['x-amz-content-sha256']);
    const own = ['x-amz-date', 'x-amz-content-sha256'];
    const headers = Object.fromEntries(
      signed.filter((name) => !own.includes(name)).map((name) => [name, String(request.headers[name])]),
    );
    const query = Object.fromEntries(url.searchParams);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const expected = sign(
      { method: request.method ?? '', path, query, headers, bodyHash },
      credentials,
      region,
      new Date(time),
    );
    if (expected['authorization'] !== request.headers.authorization) return 'SignatureDoesNotMatch';
    return bodyHash === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
  };

  type Done = {
    readonly status: number;
    readonly code?: string;
    readonly headers?: Record<string, string>;
    readonly body?: Buffer;
  };
  const act = (
    { method, name, query }: BucketRequest,
    range: string | undefined,
    body: Buffer,
    fault?: BucketFault,
  ): Done => {
    const uploadId = query.get('uploadId');
    const parts = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && !parts) return { status: 404, code: 'NoSuchUpload' };
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return { status: 200, body: Buffer.from(`<R><UploadId>${id}</UploadId></R>`) };
    }
    if (method === 'PUT' && parts) {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    if (method === 'POST' && parts && uploadId) {
      if (fault === 'failed_in_body')
        return { status: 200, body: Buffer.from('<Error><Code>InternalError</Code></Error>') };
      const told = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const pieces = told.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0));
      if (told.some(([, , tag], index) => tag !== tagOf(pieces[index] ?? Buffer.alloc(0))))
        return { status: 400, code: 'InvalidPart' };
      if (pieces.slice(0, -1).some((piece) => piece.length < MIN_PART)) return { status: 400, code: 'EntityTooSmall' };
      objects.set(name, Buffer.concat(pieces));
      uploads.delete(uploadId);
      return { status: 200, body: Buffer.from('<R></R>') };
    }
    if (method === 'DELETE') {
      if (uploadId) uploads.delete(uploadId);
      else objects.delete(name);
      return { status: 204 };
    }
    if (method === 'PUT') {
      objects.set(name, body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    const found = objects.get(name);
    if (!found) return { status: 404, code: 'NoSuchKey' };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined || fault === 'whole') return { status: 200, body: found };
    const from = Number(first) + (fault === 'other_range' ? 1 : 0);
    if (from >= found.length) return { status: 416, code: 'InvalidRange' };
    const stretch = Buffer.from(found.subarray(from, Number(last) + 1));
    if (fault === 'other_bytes') stretch.reverse();
    const headers = { 'content-range': `bytes ${from}-${from + stretch.length - 1}/${found.length}` };
    return { status: 206, headers, body: stretch };
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      prefix,
      region: 'us-east-1',
      addressing: 'path',
      credentials,
    },
    objects,
    uploads,
    requests,
    fail: (next) => {
      choose = next;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

const writeSynced = async (place: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(place, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const tagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const trickle = async (response: ServerResponse, body: Buffer = Buffer.alloc(0)): Promise<void> => {
  const size = Math.ceil(body.length / PIECES);
  response.flushHeaders();
  for (let nth = 0; nth < PIECES; nth += 1) {
    await new Promise((resume) => setTimeout(resume, PIECE_MS));
    response.write(body.subarray(nth * size, (nth + 1) * size));
  }
};
