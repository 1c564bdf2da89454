export type PictureSize = {
  readonly width: number;
  readonly height: number;
  readonly extension: 'png' | 'jpeg' | 'gif';
  readonly contentType: string;
};

/** Size and type from a picture's own header; office packages hold these three everywhere. Undefined for anything else. */
export const pictureSize = (bytes: Buffer): PictureSize | undefined => {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return made(bytes.readUInt32BE(16), bytes.readUInt32BE(20), 'png');
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return made(bytes.readUInt16LE(6), bytes.readUInt16LE(8), 'gif');
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
};

/** The frame header names the size; what stands before it is skipped by its own lengths. */
const jpegSize = (bytes: Buffer): PictureSize | undefined => {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return made(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), 'jpeg');
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

const made = (width: number, height: number, extension: PictureSize['extension']): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height, extension, contentType: `image/${extension}` } : undefined;
