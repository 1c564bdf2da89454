import type { QuotePicture } from './quote-files.ts';

/** The size of a PNG or JPEG from its first bytes; nothing for what is neither. */
export const pictureSize = ({
  kind,
  bytes,
}: Pick<QuotePicture, 'kind' | 'bytes'>): { readonly widthPx: number; readonly heightPx: number } | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'image/png')
    return bytes.length > 24 && view.getUint32(0) === 0x89504e47
      ? { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
      : undefined;
  if (kind !== 'image/jpeg' || bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // Frame headers; C4, C8 and CC are tables, not frames.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
  }
  return undefined;
};
