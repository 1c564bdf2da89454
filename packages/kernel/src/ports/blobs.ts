/** `sha256:` and 64 lower-case hex digits. */
export type BlobId = `sha256:${string}`;

/** Content-addressed bytes. Two writers of the same content both succeed; what is read is verified. */
export interface Blobs {
  /** Durable when it resolves: blobs are synced before the event that names them. */
  readonly put: (bytes: Uint8Array) => Promise<BlobId>;
  readonly get: (id: BlobId) => Promise<Uint8Array | undefined>;
  readonly has: (id: BlobId) => Promise<boolean>;
  readonly size: (id: BlobId) => Promise<number | undefined>;
}
