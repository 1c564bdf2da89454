import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFileDurably } from '@atelier/kernel/adapters';
import type { SharedRecords } from '@atelier/kernel/ports';
import type { VerifySignature } from '../../core/bundle/signature.ts';
import type { BundleSigner } from '../../ports/bundle-signer.ts';

export const BUNDLE_KEY_RECORD = 'rails.bundle-key';
/** What stands before the 32 bytes of an Ed25519 key in its standard encodings. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Where the key is kept: a file of one machine, or a record that all processes on a database share. */
type KeptKey = {
  readonly read: () => Promise<string | undefined>;
  /** What is kept then: whoever comes first decides. */
  readonly putIfAbsent: (text: string) => Promise<string | undefined>;
};

export const createFileBundleSigner = (path: string): BundleSigner => {
  const read = () =>
    readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    });
  return createBundleSigner({
    read,
    putIfAbsent: async (text) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await createFileDurably(path, text, { rights: 0o600 });
      return read();
    },
  });
};

export const createRecordBundleSigner = (records: SharedRecords): BundleSigner =>
  createBundleSigner({
    read: () => records.read(BUNDLE_KEY_RECORD),
    putIfAbsent: (text) => records.putIfAbsent(BUNDLE_KEY_RECORD, text),
  });

const createBundleSigner = (kept: KeptKey): BundleSigner => ({
  sign: async (bytes) => {
    try {
      const text = (await kept.read()) ?? (await kept.putIfAbsent(randomBytes(32).toString('base64url')));
      const key = text === undefined ? undefined : privateKeyOf(text);
      return key && { publicKey: publicOf(key), value: sign(null, bytes, key).toString('base64url') };
    } catch {
      // A disk that takes or gives no key must not keep a session from being carried away.
      return undefined;
    }
  },
  verify: verifySignature,
  publicKey: async () => {
    const text = await kept.read().catch(() => undefined);
    const key = text === undefined ? undefined : privateKeyOf(text);
    return key && publicOf(key);
  },
});

const verifySignature: VerifySignature = (bytes, publicKey, value) => {
  const key = Buffer.from(publicKey, 'base64url');
  if (key.length !== 32) return false;
  const der = Buffer.concat([PUBLIC_PREFIX, key]);
  return verify(
    null,
    bytes,
    createPublicKey({ key: der, format: 'der', type: 'spki' }),
    Buffer.from(value, 'base64url'),
  );
};

export const isBundleKey = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Undefined for a damaged key. It is never replaced: bundles would say that they come from elsewhere. */
const privateKeyOf = (text: string): KeyObject | undefined => {
  if (!isBundleKey(text)) return undefined;
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.from(text, 'base64url')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
};

const publicOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url');
