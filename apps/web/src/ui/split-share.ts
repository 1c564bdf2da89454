export type SplitKey = 'grow' | 'shrink' | 'least' | 'most';

/** Which way an arrow moves the divider: along the reading direction it grows the start pane. */
export const splitKeyOf = (key: string, direction: 'ltr' | 'rtl'): SplitKey | undefined => {
  if (key === 'Home') return 'least';
  if (key === 'End') return 'most';
  if (key === 'ArrowRight') return direction === 'ltr' ? 'grow' : 'shrink';
  if (key === 'ArrowLeft') return direction === 'ltr' ? 'shrink' : 'grow';
  return undefined;
};

export type SplitBounds = { readonly least: number; readonly most: number };

const step = 2;

/** The start pane's share in percent after a key. */
export const shareAfter = (share: number, key: SplitKey, { least, most }: SplitBounds): number => {
  const next = { grow: share + step, shrink: share - step, least, most }[key];
  return Math.min(most, Math.max(least, next));
};

/** The start pane's share when the pointer is at `x` within a box. */
export const shareAt = (
  x: number,
  box: { readonly left: number; readonly width: number },
  direction: 'ltr' | 'rtl',
  { least, most }: SplitBounds,
): number => {
  if (box.width <= 0) return least;
  const fromLeft = ((x - box.left) / box.width) * 100;
  return Math.min(most, Math.max(least, direction === 'ltr' ? fromLeft : 100 - fromLeft));
};
