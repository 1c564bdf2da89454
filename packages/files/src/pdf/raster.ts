import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import sharp from 'sharp';
import { refusal } from '../tools/errors.ts';
import type { Pdf, Pixels } from './pdfium.ts';

export const longestSide = 2_048;
const largestBytes = 10 * 1024 * 1024;
/** 96 dots per inch at scale 1. */
const dotsPerPoint = 96 / 72;

export const pixelsToPng = async ({ width, height, bgra }: Pixels): Promise<Buffer> => {
  const rgba = Buffer.from(bgra);
  for (let at = 0; at < rgba.length; at += 4) {
    const blue = rgba[at] ?? 0;
    rgba[at] = rgba[at + 2] ?? 0;
    rgba[at + 2] = blue;
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
};

/** A picture of one page; never larger than a screen needs, and it says when it was made smaller. */
export const rasterPdf = async (pdf: Pdf, { page, scale }: JsonObject, output: string): Promise<JsonObject> => {
  const number = Number(page ?? 1);
  if (!Number.isInteger(number) || number < 1 || number > pdf.pageCount) {
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The pdf has ${pdf.pageCount} pages.`);
  }
  const wanted = Number(scale ?? 1) * dotsPerPoint;
  for (let factor = wanted; ; factor /= 2) {
    const pixels = pdf.page(number - 1, (each) => each.raster(factor, longestSide));
    const png = await pixelsToPng(pixels);
    const asked = pdf.page(number - 1, ({ width }) => Math.round(width * wanted));
    if (png.length > largestBytes) continue;
    await writeFile(output, png);
    return {
      page: number,
      page_count: pdf.pageCount,
      width: pixels.width,
      height: pixels.height,
      mime_type: 'image/png',
      bytes: png.length,
      scaled_down: pixels.width < asked - 1,
    };
  }
};
