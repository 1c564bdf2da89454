import { quoteHtml } from '../../core/documents/quote-html.ts';
import { quotePrint } from '../../core/documents/quote-print.ts';
import type { ClientQuote } from '../../core/quote/client-quote.ts';
import { loadHeebo } from '../fonts/heebo.ts';
import { type PictureBytes, type WrittenPdf, writePdf } from '../pdf/write-pdf.ts';

/** A picture that a quote names, by its content id. */
export type QuotePicture = {
  readonly id: string;
  readonly kind: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
};

/** WebP has no place in a PDF: whoever keeps pictures hands over another form of it, or none. */
export const quoteToPdf = (quote: ClientQuote, pictures: readonly QuotePicture[] = []): Promise<WrittenPdf> =>
  writePdf(
    (sizes) => quotePrint(quote, sizes),
    pictures.flatMap(({ id, kind, bytes }): readonly PictureBytes[] =>
      kind === 'image/webp' ? [] : [{ id, kind: kind === 'image/png' ? 'png' : 'jpeg', bytes }],
    ),
  );

let fonts: Promise<{ readonly regular: string; readonly bold: string }> | undefined;

/** One file with its font inside. */
export const quoteToHtml = async (quote: ClientQuote, pictures: readonly QuotePicture[] = []): Promise<string> => {
  fonts ??= loadHeebo().then(({ regular, bold }) => ({ regular: base64(regular.bytes), bold: base64(bold.bytes) }));
  return quoteHtml(quote, {
    fonts: await fonts,
    pictures: new Map(pictures.map(({ id, kind, bytes }) => [id, `data:${kind};base64,${base64(bytes)}`])),
  });
};

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
