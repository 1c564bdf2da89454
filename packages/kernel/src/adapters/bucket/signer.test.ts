import { expect, test } from 'vitest';
import { EMPTY_HASH, escapePath, queryText, sign } from './signer.ts';

// The examples of Amazon's own documentation of Signature Version 4 for S3, with its made-up keys.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';
const signatureOf = (headers: Readonly<Record<string, string>>) =>
  /Signature=(\w+)$/.exec(headers['authorization'] ?? '')?.[1];

test('a ranged get is signed as documented', () => {
  const headers = { host, range: 'bytes=0-9' };
  const signed = sign(
    { method: 'GET', path: '/test.txt', query: {}, headers, bodyHash: EMPTY_HASH },
    credentials,
    'us-east-1',
    at,
  );
  expect(signatureOf(signed)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('a put is signed with the hash of its body', () => {
  const headers = { host, date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
  const bodyHash = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';
  const signed = sign(
    { method: 'PUT', path: '/test%24file.text', query: {}, headers, bodyHash },
    credentials,
    'us-east-1',
    at,
  );
  expect(signatureOf(signed)).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
});

test('questions with and without a value are signed in order', () => {
  const signatures = [{ lifecycle: '' }, { prefix: 'J', 'max-keys': '2' }].map((query) =>
    signatureOf(
      sign({ method: 'GET', path: '/', query, headers: { host }, bodyHash: EMPTY_HASH }, credentials, 'us-east-1', at),
    ),
  );
  expect(signatures).toEqual([
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ]);
});

test('names are escaped once, and a lent token is signed along', () => {
  expect(escapePath('/a b/c+d/é(1).pack')).toBe('/a%20b/c%2Bd/%C3%A9%281%29.pack');
  expect(queryText({ uploadId: 'a/b=', partNumber: '2' })).toBe('partNumber=2&uploadId=a%2Fb%3D');
  const lent = { ...credentials, sessionToken: 'lent' };
  const signed = sign(
    { method: 'GET', path: '/', query: {}, headers: { host }, bodyHash: EMPTY_HASH },
    lent,
    'us-east-1',
    at,
  );
  expect(signed['authorization']).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
});
