import { err, ok, type Result } from '../../core/result.ts';
import type { Credentials } from './signer.ts';

/** Which bucket, and how to reach it. Held in memory only: credentials are never written down. */
export type BucketSettings = {
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The bucket as the first part of the path, or of the host's name. */
  readonly addressing: 'path' | 'host';
  readonly credentials: Credentials;
};

export type BucketSettingsRefused = {
  readonly code: 'BUCKET_SETTINGS_INVALID';
  /** The variable that is missing or cannot be used. */
  readonly variable: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where no bucket is named at all. */
export const readBucketSettings = (env: Environment): Result<BucketSettings | undefined, BucketSettingsRefused> => {
  const { ATELIER_S3_ENDPOINT: endpoint, ATELIER_S3_BUCKET: bucket } = env;
  if (!endpoint && !bucket) return ok(undefined);
  const accessKeyId = env['ATELIER_S3_ACCESS_KEY_ID'];
  const secretAccessKey = env['ATELIER_S3_SECRET_ACCESS_KEY'];
  const addressing = env['ATELIER_S3_ADDRESSING'] || 'path';
  if (!endpoint || !isOrigin(endpoint)) return refuse('ATELIER_S3_ENDPOINT');
  if (!bucket || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) return refuse('ATELIER_S3_BUCKET');
  if (!accessKeyId) return refuse('ATELIER_S3_ACCESS_KEY_ID');
  if (!secretAccessKey) return refuse('ATELIER_S3_SECRET_ACCESS_KEY');
  if (addressing !== 'path' && addressing !== 'host') return refuse('ATELIER_S3_ADDRESSING');
  const prefix = (env['ATELIER_S3_PREFIX'] ?? '').replace(/^\/+|\/+$/g, '');
  return ok({
    endpoint: new URL(endpoint).origin,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: env['ATELIER_S3_REGION'] || 'us-east-1',
    addressing,
    credentials: { accessKeyId, secretAccessKey, sessionToken: env['ATELIER_S3_SESSION_TOKEN'] || undefined },
  });
};

const refuse = (variable: string) => err({ code: 'BUCKET_SETTINGS_INVALID', variable } as const);

const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '';
};
