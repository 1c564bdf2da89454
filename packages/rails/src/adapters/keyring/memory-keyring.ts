import { randomBytes } from 'node:crypto';
import { ok } from '@atelier/kernel/core';
import type { SigningKeys } from '../../core/token.ts';
import type { Keyring } from '../../ports/keyring.ts';

export const createMemoryKeyring = (newKey: () => Uint8Array = () => randomBytes(32)): Keyring => {
  let keys: SigningKeys | null = null;
  return {
    read: async () => ok(keys),
    open: async () => {
      keys ??= { current: newKey(), previous: null };
      return ok(keys);
    },
    rotate: async () => {
      keys = { current: newKey(), previous: keys?.current ?? null };
      return ok(keys);
    },
  };
};
