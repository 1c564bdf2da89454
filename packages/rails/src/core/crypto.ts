export type { Sha256 } from '@atelier/kernel/core';

/** Like the digest, the signature comes from the platform. */
export type HmacSha256 = (key: Uint8Array, bytes: Uint8Array) => Uint8Array;
