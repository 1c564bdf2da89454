/** SHA-256 as 64 lower-case hex digits. */
export type Sha256Hex = string;

/** The hash itself comes from the platform; the core only says what it is over. Text is hashed as UTF-8. */
export type Sha256 = (bytes: Uint8Array | string) => Sha256Hex;

/** What the platform does faster than the language. */
export type Platform = { readonly sha256: Sha256; readonly utf8Length: (text: string) => number };

/** `sha256:` and 64 lower-case hex digits. */
export type BlobId = `sha256:${Sha256Hex}`;

export const isBlobId = (text: string): text is BlobId => /^sha256:[0-9a-f]{64}$/.test(text);
