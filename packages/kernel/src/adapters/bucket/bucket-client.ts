import * as http from 'node:http';
import * as https from 'node:https';
import { StoreAway } from '../../core/system-error.ts';
import { sha256 } from '../node/sha256.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { EMPTY_HASH, escapePath, queryText, sign } from './signer.ts';

export type BucketClient = {
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Exactly these bytes; undefined when there is no object of that name. */
  readonly read: (name: string, from: number, length: number) => Promise<Uint8Array | undefined>;
  /** Also when there is none. */
  readonly remove: (name: string) => Promise<void>;
  /** Answers the id of an upload in parts, each at least 5 MiB but the last. */
  readonly beginUpload: (name: string) => Promise<string>;
  /** Answers the part's tag, which `finishUpload` wants. Parts are counted from 1. */
  readonly putPart: (name: string, upload: string, part: number, bytes: Uint8Array) => Promise<string>;
  readonly finishUpload: (name: string, upload: string, tags: readonly string[]) => Promise<void>;
  readonly dropUpload: (name: string, upload: string) => Promise<void>;
  /** How far the store's clock is ahead of ours, in ms. Far apart, it refuses every signature. Away where it refuses us for another reason. */
  readonly clockAhead: () => Promise<number>;
  readonly requests: () => number;
  readonly close: () => void;
};

export type BucketClientOptions = BucketSettings & {
  /** A store that says nothing for so long is away. */
  readonly quietMs?: number;
  readonly pause?: (ms: number) => Promise<void>;
};

type Answer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer };
type Ask = {
  readonly method: string;
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string;
  readonly body?: Uint8Array;
};

/** Tried four times, a store that took the connection and says nothing is away after some 45 seconds. */
const QUIET_MS = 10_000;
/** Putting the parts of an upload together takes some stores long. */
const QUIET_POST_MS = 60_000;
const TRIES = 4;
const PAUSE_MS = 200;

/** The few calls that packs need. No list, no rename, no conditional put: stores differ in those. */
export const createBucketClient = (options: BucketClientOptions): BucketClient => {
  const { endpoint, bucket, prefix, region, addressing, credentials } = options;
  const pause = options.pause ?? ((ms) => new Promise((resume) => setTimeout(resume, ms)));
  const { protocol, hostname, port, host } = new URL(endpoint);
  const library = protocol === 'https:' ? https : http;
  const agent = new library.Agent({ keepAlive: true, maxSockets: 16 });
  const hosted = addressing === 'host';
  let requests = 0;

  const once = ({ method, name, query = {}, range, body }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      requests += 1;
      const path = escapePath(`${hosted ? '' : `/${bucket}`}/${prefix}${name}`);
      // No content type: Ceph wants a signed one, and other stores none at all.
      const headers = {
        host: hosted ? `${bucket}.${host}` : host,
        ...(range === undefined ? {} : { range }),
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      };
      const quietMs = options.quietMs ?? (method === 'POST' ? QUIET_POST_MS : QUIET_MS);
      const bodyHash = body === undefined ? EMPTY_HASH : sha256(body);
      const signed = sign({ method, path, query, headers, bodyHash }, credentials, region, new Date());
      const asked = queryText(query);
      const request = library.request({
        method,
        host: hosted ? `${bucket}.${hostname}` : hostname,
        port,
        path: asked === '' ? path : `${path}?${asked}`,
        headers: signed,
        agent,
        timeout: quietMs,
      });
      request.on('timeout', () => request.destroy(new Error(`it said nothing for ${quietMs} ms`)));
      request.on('error', reject);
      request.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          // An answer that was cut off ends without an error where no length was told.
          if (!response.complete) return reject(new Error('its answer was cut off'));
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
        });
      });
      request.end(body);
    });

  /** All calls may be made twice: a name is used for one content only. What passes by itself is tried again. */
  const send = async (ask: Ask, isDone: (answer: Answer) => boolean): Promise<Answer> => {
    for (let tried = 1; ; tried += 1) {
      const found = await once(ask).catch((cause: Error) => cause);
      if (!(found instanceof Error) && isDone(found)) return found;
      const passes = found instanceof Error || found.status >= 500 || found.status === 429 || found.status < 300;
      if (!passes || tried === TRIES) throw awayFor(found, ask);
      await pause(PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2));
    }
  };
  const awayFor = (found: Answer | Error, { method }: Ask): StoreAway => {
    if (found instanceof Error) return new StoreAway(`${host}: ${found.message}`, found);
    return new StoreAway(`${host} answered ${method} with ${found.status} ${codeOf(found)}`.trim());
  };
  const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;
  // 404 of the bucket itself is a bucket that is away: nothing in it may be called missing for that.
  const isMissing = (answer: Answer): boolean => answer.status === 404 && codeOf(answer) !== 'NoSuchBucket';

  return {
    put: async (name, body) => {
      await send({ method: 'PUT', name, body }, isOk);
    },
    read: async (name, from, length) => {
      const range = `bytes=${from}-${from + length - 1}`;
      // Insisted upon: some stores ignore a range, or answer with another one.
      const isExact = ({ status, headers, body }: Answer): boolean =>
        status === 206 &&
        body.length === length &&
        (headers['content-range'] ?? '').startsWith(`bytes ${from}-${from + length - 1}/`);
      const answer = await send({ method: 'GET', name, range }, (got) => isExact(got) || isMissing(got));
      return answer.status === 404 ? undefined : answer.body;
    },
    remove: async (name) => {
      await send({ method: 'DELETE', name }, (answer) => isOk(answer) || isMissing(answer));
    },
    beginUpload: async (name) => {
      const answer = await send(
        { method: 'POST', name, query: { uploads: '' } },
        (got) => isOk(got) && uploadOf(got) !== undefined,
      );
      return uploadOf(answer) ?? '';
    },
    putPart: async (name, uploadId, part, body) => {
      const query = { partNumber: String(part), uploadId };
      const answer = await send(
        { method: 'PUT', name, query, body },
        (got) => isOk(got) && got.headers.etag !== undefined,
      );
      return answer.headers.etag ?? '';
    },
    finishUpload: async (name, uploadId, tags) => {
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      // It may answer 200 and fail in its body.
      await send(
        { method: 'POST', name, query: { uploadId }, body },
        (got) => isOk(got) && !got.body.includes('<Error>'),
      );
    },
    dropUpload: async (name, uploadId) => {
      await send({ method: 'DELETE', name, query: { uploadId } }, (answer) => isOk(answer) || isMissing(answer));
    },
    clockAhead: async () => {
      const { headers } = await send({ method: 'GET', name: 'clock', range: 'bytes=0-0' }, letsUsIn);
      const told = Date.parse(headers.date ?? '');
      return Number.isNaN(told) ? 0 : told - Date.now();
    },
    requests: () => requests,
    close: () => agent.destroy(),
  };
};

/**
 * Whether an answer about an object that is not there is that of a store we may use. Where names may not be listed, it
 * is denied instead of missing; clocks that are apart are told by what the answer says of its own.
 */
const letsUsIn = (answer: Answer): boolean => {
  const code = codeOf(answer);
  if (answer.status === 404) return code !== 'NoSuchBucket';
  return answer.status < 400 || answer.status === 416 || code === 'AccessDenied' || code === 'RequestTimeTooSkewed';
};

const codeOf = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1] ?? '';
const uploadOf = ({ body }: Answer): string | undefined => /<UploadId>([^<]+)<\/UploadId>/.exec(body.toString())?.[1];
