import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { SharedRecords } from '@atelier/kernel/ports';
import { canonical } from '../../core/canonical.ts';
import type { Keyring, KeyringRefused } from '../../ports/keyring.ts';
import { firstKeys, parseStoredKeys, rotatedKeys, type StoredKeys, toSigningKeys } from './stored-keys.ts';

export const KEYRING_RECORD = 'rails.keyring';

/** The keyring where processes share a database: a token of one is accepted by all. Looked up at every use. */
export const createRecordKeyring = (records: SharedRecords): Keyring => {
  const read = async (): Promise<Result<{ text: string; keys: StoredKeys } | null, KeyringRefused>> => {
    const text = await records.read(KEYRING_RECORD);
    if (text === undefined) return ok(null);
    const keys = parseStoredKeys(text);
    return keys.ok ? ok({ text, keys: keys.value }) : keys;
  };

  return {
    read: async () => {
      const found = await read();
      if (!found.ok) return found;
      return ok(found.value && toSigningKeys(found.value.keys));
    },
    open: async () => {
      const found = await read();
      if (!found.ok) return found;
      if (found.value) return ok(toSigningKeys(found.value.keys));
      // Two first starts at once: the second uses the keys of the first.
      const kept = parseStoredKeys(await records.putIfAbsent(KEYRING_RECORD, canonical(firstKeys())));
      return kept.ok ? ok(toSigningKeys(kept.value)) : kept;
    },
    rotate: async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const found = await read();
        if (!found.ok) return found;
        const next = rotatedKeys(found.value?.keys);
        const text = canonical(next);
        const done = found.value
          ? await records.replace(KEYRING_RECORD, found.value.text, text)
          : (await records.putIfAbsent(KEYRING_RECORD, text)) === text;
        if (done) return ok(toSigningKeys(next));
      }
      return err({ code: 'KEYRING_CORRUPT', detail: 'others rotate it without end' });
    },
  };
};

const ATTEMPTS = 16;
