import type { JsonObject } from '@atelier/kernel/core';
import { decoder, imageFacts } from '../image/image.ts';
import type { DiffAnswer, DiffRequest, Source } from '../tools/kind-handler.ts';
import { changedBoxes } from './pixel-boxes.ts';

const longestSide = 2_048;

/** Dimensions and format of both sides; for equal sizes, how many pixels changed and where. */
export const diffImages = async ({ reference, draft }: DiffRequest): Promise<DiffAnswer> => {
  const facts = async (source: Source | null): Promise<JsonObject | null> => (source ? imageFacts(source) : null);
  const [before, after] = [await facts(reference), await facts(draft)];
  const isComparable =
    before !== null && after !== null && before.width === after.width && before.height === after.height;
  const pixels = isComparable && reference && draft ? await pixelChange(reference, draft) : null;
  return {
    body: {
      before,
      after,
      same_size: isComparable,
      changed_share: pixels?.share ?? null,
      boxes: pixels?.boxes.map((box) => ({ ...box })) ?? [],
    },
    stats: { changed_share: pixels?.share ?? 1 },
    other_changes: pixels?.share === 0 ? ['metadata or encoding of the picture'] : [],
  };
};

const pixelChange = async (reference: Source, draft: Source) => {
  const raw = async (source: Source) =>
    (await decoder(source))
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  const [before, after] = [await raw(reference), await raw(draft)];
  if (before.info.width !== after.info.width || before.info.height !== after.info.height) return null;
  return changedBoxes(before.data, after.data, before.info.width, before.info.height);
};
