import { type CanonicalText, canonicalText } from '../canonical-json.ts';
import type { BlobId, Sha256 } from '../digest.ts';

/** A content line follows the event lines of its commit. Text stays readable; other bytes are base64. */
export const contentLine = (
  bytes: Uint8Array,
  sha256: Sha256,
): { readonly id: BlobId; readonly line: CanonicalText } => {
  const id: BlobId = `sha256:${sha256(bytes)}`;
  const text = asText(bytes);
  const line = canonicalText(
    text === undefined
      ? { base64: btoa(String.fromCharCode(...bytes)), content: id, v: 1 }
      : { content: id, text, v: 1 },
  );
  if (!line.ok) throw new Error(`content line: ${line.error.reason}`);
  return { id, line: line.value };
};

/** The bytes of a content line, or undefined when the line is not one. Whether they match the id is for the caller. */
export const contentOfLine = (line: string): { readonly id: string; readonly bytes: Uint8Array } | undefined => {
  const parsed = JSON.parse(line) as { content?: unknown; text?: unknown; base64?: unknown };
  if (typeof parsed.content !== 'string') return undefined;
  if (typeof parsed.text === 'string') return { id: parsed.content, bytes: encoder.encode(parsed.text) };
  if (typeof parsed.base64 === 'string')
    return { id: parsed.content, bytes: Uint8Array.from(atob(parsed.base64), (letter) => letter.charCodeAt(0)) };
  return undefined;
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined unless the text gives the same bytes back and takes less room than base64 would. */
const asText = (bytes: Uint8Array): string | undefined => {
  try {
    const text = decoder.decode(bytes);
    return JSON.stringify(text).length < bytes.length * 1.33 + 8 ? text : undefined;
  } catch {
    return undefined;
  }
};
