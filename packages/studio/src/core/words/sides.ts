import type { Element } from '../domain/entities.ts';

/** The sides of a thing in the order people of the trade say them: what lies on the ground has its height last. */
export const sidesOf = ({ kind, dims }: Pick<Element, 'kind' | 'dims'>): readonly number[] => {
  const { widthMm, heightMm, depthMm } = dims;
  const sides = kind === 'stage' || kind === 'floor' ? [widthMm, depthMm, heightMm] : [widthMm, heightMm, depthMm];
  return sides.filter((mm) => mm !== undefined);
};
