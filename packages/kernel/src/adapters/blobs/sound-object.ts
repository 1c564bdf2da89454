import { decodeRecipe } from '../../core/chunks/recipe.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import { decode } from './encoding.ts';
import type { PackEntry } from './pack-format.ts';

/** A recipe's id is the hash of what it makes, so only its own sum can be looked at here. */
export const isSound = ({ id, role, bytes }: Pick<StoredObject, 'id' | 'role' | 'bytes'>): boolean =>
  role === 'recipe' ? decodeRecipe(bytes).ok : blobIdOf(bytes) === id;

/** The same of a copy as it lies in its pack. */
export const isSoundCopy = ({ id, role, encoding, storedLength }: PackEntry, stored: Uint8Array): boolean => {
  if (stored.length !== storedLength) return false;
  try {
    return isSound({ id, role, bytes: decode(encoding, stored) });
  } catch {
    return false;
  }
};
