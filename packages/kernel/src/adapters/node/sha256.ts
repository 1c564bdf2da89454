import { hash } from 'node:crypto';
import type { BlobId, Platform, Sha256 } from '../../core/digest.ts';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'hex');

export const blobIdOf = (bytes: Uint8Array): BlobId => `sha256:${sha256(bytes)}`;

export const nodePlatform: Platform = { sha256, utf8Length: (text) => Buffer.byteLength(text) };
