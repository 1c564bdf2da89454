import { createHash } from 'node:crypto';

/** The version of a file or a part of one: the digest of its bytes. */
export const versionOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
