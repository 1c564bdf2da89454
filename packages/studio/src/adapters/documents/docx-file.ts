import { zipToBuffer } from '@atelier/files/zip';
import { documentToDocx } from '../../core/documents/docx.ts';
import type { PictureSizes, PrintedDocument } from '../../core/documents/pages/blocks.ts';
import { pictureSize } from './picture-size.ts';
import type { QuotePicture } from './quote-files.ts';

/** A printed document as a Word file. The file tools write no direction yet, so the parts are made here. */
export const documentToWord = async (
  build: (sizes: PictureSizes) => PrintedDocument,
  pictures: readonly QuotePicture[] = [],
): Promise<Uint8Array> => {
  const readable = pictures.flatMap((picture, at) => {
    const size = pictureSize(picture);
    if (size === undefined) return [];
    const file = `picture${at}.${picture.kind === 'image/png' ? 'png' : 'jpeg'}`;
    return [{ ...picture, size, file, relation: `rIdPicture${at}` }];
  });
  const parts = documentToDocx(
    build(new Map(readable.map(({ id, size }) => [id, size]))),
    new Map(readable.map(({ id, relation, file }) => [id, { relation, file }])),
  );
  return zipToBuffer([
    ...parts.map(({ name, xml }) => ({ from: 'bytes' as const, name, bytes: Buffer.from(xml) })),
    ...readable.map(({ file, bytes }) => ({
      from: 'bytes' as const,
      name: `word/media/${file}`,
      bytes: Buffer.from(bytes),
    })),
  ]);
};
