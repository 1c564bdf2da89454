import { createHmac } from 'node:crypto';
import { sha256 } from '../node/sha256.ts';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that are lent for a while. */
  readonly sessionToken?: string | undefined;
};

export type Unsigned = {
  readonly method: string;
  /** As it is sent: each part escaped by `escapePath`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Every one of them is signed; `host` must be among them. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex: a store that checks refuses a body that was changed on its way. */
  readonly bodyHash: string;
};

export const EMPTY_HASH: string = sha256('');

/** Everything but letters, digits and -_.~ is escaped, as the signature wants it. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const escapePath = (path: string): string => path.split('/').map(escaped).join('/');

export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** AWS Signature Version 4 for one request: the headers to send, `authorization` among them. Pure. */
export const sign = (
  { method, path, query, headers, bodyHash }: Unsigned,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  region: string,
  at: Date,
): Readonly<Record<string, string>> => {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  };
  const names = Object.keys(sent).toSorted();
  const canonical = [
    method,
    path,
    queryText(query),
    ...names.map((name) => `${name}:${sent[name]?.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [...scope.split('/')].reduce<Buffer | string>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...sent, authorization };
};
