export type PictureKind = 'image/png' | 'image/jpeg' | 'image/webp';

/** What the bytes are, whatever their name says; undefined for anything that is no picture a document can hold. */
export const pictureKind = (bytes: Uint8Array): PictureKind | undefined => {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0x89 && text(1, 4) === 'PNG') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
};
