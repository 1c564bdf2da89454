import { outlineOf } from '../frame-outline.ts';
import { parseRect, type Rect } from '../ref.ts';
import type { SheetFrame } from '../sheet-stream.ts';

const memory = new WeakMap<SheetFrame, readonly Rect[]>();

/** The merged ranges of a sheet. */
export const mergesOf = (frame: SheetFrame): readonly Rect[] => {
  const known = memory.get(frame);
  if (known) return known;
  const merges = outlineOf(frame).mergeRefs.flatMap((ref) => parseRect(ref) ?? []);
  memory.set(frame, merges);
  return merges;
};
