import type { BlobId } from './blobs.ts';

/** A fault, not a refusal: the store promised these bytes and no longer has them. */
export class ContentCorrupt extends Error {
  readonly id: BlobId;
  constructor(id: BlobId, what: string, options?: ErrorOptions) {
    super(`The content ${id} is damaged: ${what}.`, options);
    this.name = 'ContentCorrupt';
    this.id = id;
  }
}
