import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type KeychainTrouble,
  type KeyPlace,
  type KeyShelf,
  type KeyStore,
  KeysUnreadable,
} from '../ports/key-store.ts';
import type { Keychain } from '../ports/keychain.ts';

export type KeyStoreOptions = {
  readonly folder: string;
  readonly file: KeyShelf;
  /** Absent: the operator turned it off. */
  readonly keychain?: Keychain;
  readonly now?: () => number;
};

type Found = { readonly key: string; readonly keptIn: KeyPlace };

/** How long an answer of the keychain holds: asking costs a process, and one that is locked costs patience. */
const holds = 60_000;

/**
 * The system's keychain when there is one, else the encrypted file. A key that was saved in the one is found there
 * though the other is preferred now; saving it again moves it.
 */
export const createKeyStore = ({ folder, file, keychain, now = Date.now }: KeyStoreOptions): KeyStore => {
  const idPath = join(folder, 'keychain-id');
  const held = new Map<string, Found & { readonly until: number }>();
  let ready: { readonly until: number; readonly because: KeychainTrouble | null } | undefined;

  /** Names this installation's entries apart from another's; there is none as long as nothing was ever put there. */
  const installation = (): Promise<string | undefined> =>
    readFile(idPath, 'utf8').then(
      (text) => text.trim() || undefined,
      () => undefined,
    );
  const accountOf = (name: string, id: string) => `${name} (${id})`;

  const status = async (): Promise<{ readonly kind: KeyPlace; readonly because: KeychainTrouble | null }> => {
    if (!keychain) return { kind: 'file', because: 'turned_off' };
    if (!ready || ready.until <= now()) {
      const answer = await keychain.ready();
      ready = { until: now() + holds, because: answer.ok ? null : answer.error };
    }
    return { kind: ready.because === null ? 'keychain' : 'file', because: ready.because };
  };

  const inKeychain = async (name: string): Promise<string | undefined> => {
    const id = await installation();
    if (!keychain || id === undefined || (await status()).kind === 'file') return undefined;
    const found = await keychain.get(accountOf(name, id));
    if (!found.ok) ready = { until: now() + holds, because: found.error };
    return found.ok ? found.value : undefined;
  };

  return {
    status,
    find: async (name) => {
      const known = held.get(name);
      if (known && known.until > now()) return { key: known.key, keptIn: known.keptIn };
      const secret = await inKeychain(name);
      if (secret !== undefined) {
        const found = { key: secret, keptIn: 'keychain' } as const;
        held.set(name, { ...found, until: now() + holds });
        return found;
      }
      const kept = await file.get(name);
      return kept === undefined ? undefined : { key: kept, keptIn: 'file' };
    },
    set: async (name, key) => {
      held.delete(name);
      if (keychain && (await status()).kind === 'keychain') {
        const id = (await installation()) ?? (await makeInstallation(folder, idPath));
        const saved = await keychain.set(accountOf(name, id), key);
        if (saved.ok) {
          // One place each: an older copy elsewhere would come back when this one is removed.
          if ((await file.get(name)) !== undefined) await file.remove(name);
          return;
        }
        ready = { until: now() + holds, because: saved.error };
      }
      await file.set(name, key);
    },
    remove: async (name) => {
      held.delete(name);
      const id = await installation();
      if (keychain && id !== undefined) {
        const removed = await keychain.remove(accountOf(name, id));
        if (!removed.ok && removed.error !== 'no_keychain') {
          throw new KeysUnreadable('The system keychain is locked or refused. Unlock it, then remove the key again.');
        }
      }
      if ((await file.get(name)) !== undefined) await file.remove(name);
    },
  };
};

const makeInstallation = async (folder: string, path: string): Promise<string> => {
  const id = randomBytes(6).toString('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, `${id}\n`, { mode: 0o600, flush: true });
  return id;
};
