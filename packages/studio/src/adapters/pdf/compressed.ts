import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib';

/** The library's own compressor is many times slower than the platform's. */
export const compressed = (context: PDFContext, bytes: Uint8Array): PDFRef =>
  context.register(context.stream(deflateSync(bytes), { Filter: 'FlateDecode' }));
