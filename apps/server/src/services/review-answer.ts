import type { ReviewAnswer } from '@atelier/contracts';
import type { Files } from '@atelier/files';

type Options = {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly key?: readonly string[] | undefined;
  readonly find?: string | undefined;
};

/** A page of a review as it goes to a screen. */
export const reviewAnswer = async (files: Files, path: string, options: Options = {}): Promise<ReviewAnswer> => {
  const { offset, limit, key, find } = options;
  const review = await files.review.open(path, {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(key === undefined ? {} : { key }),
    ...(find === undefined ? {} : { find }),
  });
  if (review.ok) return review;
  const { errorToEnvelope } = await import('@atelier/files');
  return { ok: false, error: errorToEnvelope(review.error) };
};
