import type { ContentId } from '../ids.ts';

/**
 * A small file that says what is true now: its text, or the content it is a copy of. Where the key is what was written
 * last, nothing is written, and a text of thousands of files is not made.
 */
export type MetaDocument =
  | { readonly file: string; readonly key: string; readonly text: () => string }
  | { readonly file: string; readonly key: ContentId; readonly blob: ContentId };

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const textDocument = (file: string, text: string): MetaDocument => ({ file, key: text, text: () => text });

export const jsonDocument = (file: string, value: unknown): MetaDocument => textDocument(file, jsonText(value));

export const blobDocument = (file: string, blob: ContentId): MetaDocument => ({ file, key: blob, blob });
