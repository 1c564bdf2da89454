import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import sharp, { type Sharp } from 'sharp';
import { refusal } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { openSvg, sanitiseSvg, svgFacts } from './svg.ts';

const mostPixels = 100_000_000;

// One picture at a time keeps memory at what one picture needs.
sharp.concurrency(1);
sharp.cache(false);

/** Facts from the header; nothing is decoded. */
export const imageFacts = async (source: Source): Promise<JsonObject> => {
  const bytes = await readFile(source.file);
  if (source.format === 'svg') {
    const { width, height, has_scripts, external_refs } = svgFacts(openSvg(bytes));
    return {
      format: 'svg',
      width,
      height,
      color_depth: null,
      has_alpha: true,
      frames: 1,
      orientation: 1,
      bytes: bytes.length,
      has_scripts,
      external_refs,
    };
  }
  const facts = await headerOf(bytes);
  return {
    format: facts.format,
    width: facts.width,
    height: facts.height,
    color_depth: depthByName[facts.depth] ?? 8,
    has_alpha: facts.hasAlpha,
    frames: facts.pages ?? 1,
    orientation: facts.orientation ?? 1,
    bytes: bytes.length,
  };
};

const depthByName: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
};

const headerOf = async (bytes: Buffer) => {
  const facts = await sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => {
      throw refusal('FILE_READ_FAILED', 'damaged', 'The picture cannot be read.');
    });
  refusePixels(facts.width, facts.height * (facts.pages ?? 1));
  return facts;
};

const refusePixels = (width: number, height: number): void => {
  if (width * height > mostPixels)
    throw refusal(
      'FILE_READ_FAILED',
      'image_pixels',
      `The picture has ${width} × ${height} pixels; 100 million are read.`,
    );
};

/** A decoder for the picture, upright, svg without scripts and references. */
export const decoder = async (source: Source): Promise<Sharp> => {
  const bytes = await readFile(source.file);
  if (source.format === 'svg') {
    const document = openSvg(bytes);
    const { width, height } = svgFacts(document);
    refusePixels(width, height);
    return sharp(Buffer.from(sanitiseSvg(document)), { limitInputPixels: mostPixels });
  }
  await headerOf(bytes);
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).rotate();
};
