import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTurn } from '@atelier/kernel/core';
import { z } from 'zod';
import { type KeyShelf, KeysUnreadable } from '../ports/key-store.ts';

/** Written by us, so anything else in its place is a fault to be shown, never a reason to start afresh and lose keys. */
const SecretsFile = z.strictObject({ schema_version: z.literal(1), nonce: z.base64(), ciphertext: z.base64() });
const Secrets = z.record(z.string(), z.string());

const associated = Buffer.from('atelier:secrets:1');
const tagLength = 16;
const startAfresh = 'Restore it from a backup, or remove secrets.enc and enter the keys again.';

/**
 * Keys in one encrypted file, the master key in another that only its owner may read. This keeps keys out of searches
 * and shared folders; it does not keep them from someone who can read both files, or a backup, which holds both.
 */
export const createKeyFile = (folder: string): KeyShelf => {
  const secretsPath = join(folder, 'secrets.enc');
  const masterPath = join(folder, 'secrets.key');
  // One failed write does not stop the ones after it.
  const inTurn = createTurn();

  const read = async (): Promise<Record<string, string>> => {
    const text = await readIfThere(secretsPath);
    if (text === undefined) return {};
    const master = await readIfThere(masterPath);
    if (!master) throw new KeysUnreadable(`secrets.key is missing, so the saved keys cannot be read. ${startAfresh}`);
    try {
      const { nonce, ciphertext } = SecretsFile.parse(JSON.parse(text.toString()));
      return Secrets.parse(JSON.parse(unseal(Buffer.from(ciphertext, 'base64'), Buffer.from(nonce, 'base64'), master)));
    } catch {
      // The fault's own words may quote what was read.
      throw new KeysUnreadable(`secrets.enc is damaged or belongs to another secrets.key. ${startAfresh}`);
    }
  };
  const change = (edit: (secrets: Record<string, string>) => Record<string, string>): Promise<void> =>
    inTurn(async () => {
      const secrets = edit(await read());
      const master = (await readIfThere(masterPath)) ?? (await createMaster(masterPath));
      const nonce = randomBytes(12);
      const ciphertext = seal(JSON.stringify(secrets), nonce, master).toString('base64');
      await replace(secretsPath, JSON.stringify({ schema_version: 1, nonce: nonce.toString('base64'), ciphertext }));
    });

  return {
    get: async (provider) => (await read())[provider],
    set: (provider, key) => change((secrets) => ({ ...secrets, [provider]: key })),
    remove: (provider) => change(({ [provider]: _gone, ...rest }) => rest),
  };
};

const seal = (text: string, nonce: Buffer, master: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(associated);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
};

const unseal = (sealed: Buffer, nonce: Buffer, master: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', master, nonce).setAAD(associated);
  decipher.setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]).toString('utf8');
};

const createMaster = async (path: string): Promise<Buffer> => {
  const master = randomBytes(32);
  await replace(path, master);
  return master;
};

/** Rename is the commit: a crash leaves the old file or the new one. */
const replace = async (path: string, bytes: string | Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw fault;
  }
};

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  });
