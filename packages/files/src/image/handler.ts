import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { diffImages } from '../review/image-diff.ts';
import { refusal, settle } from '../tools/errors.ts';
import type { KindHandler, Source } from '../tools/kind-handler.ts';
import { decoder, imageFacts } from './image.ts';

const longestSide = 2_048;

export const imageHandler: KindHandler = {
  kind: 'image',
  info: (source) =>
    settle(async () => {
      const { width, height, format } = await imageFacts(source);
      return { width: width ?? null, height: height ?? null, format: format ?? null };
    }),
  map: (source) => settle(async () => ({ ...(await imageFacts(source)), warnings: [] })),
  read: (source) =>
    settle(async () => {
      const { format, width, height, bytes } = await imageFacts(source);
      return { text: `${source.path}: ${format} picture, ${width} × ${height} pixels, ${bytes} bytes.`, warnings: [] };
    }),
  diff: (request) => settle(() => diffImages(request)),
  raster: (source, args, output) => settle(() => rasterImage(source, args, output)),
};

export const rasterImage = async (source: Source, { scale }: JsonObject, output: string): Promise<JsonObject> => {
  const facts = await imageFacts(source);
  const factor = Number(scale ?? 1);
  const [width, height] = [
    Math.max(1, Math.round(Number(facts.width) * factor)),
    Math.max(1, Math.round(Number(facts.height) * factor)),
  ];
  const picture = (await decoder(source)).resize({
    width: Math.min(width, longestSide),
    height: Math.min(height, longestSide),
    fit: 'inside',
  });
  const { data, info } = await picture
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refusal('PREVIEW_UNAVAILABLE', 'render_failed', 'The picture cannot be drawn.');
    });
  await writeFile(output, data);
  return {
    page: 1,
    page_count: 1,
    width: info.width,
    height: info.height,
    mime_type: 'image/png',
    bytes: data.length,
    scaled_down: width > longestSide || height > longestSide,
  };
};
