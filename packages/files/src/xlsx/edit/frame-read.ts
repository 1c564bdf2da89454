import { ns } from '../../package/namespaces.ts';
import { attributeOf, childOf, childrenOf } from '../../package/xml-query.ts';
import { parseRect, type Rect } from '../ref.ts';
import type { SheetFrame } from '../sheet-stream.ts';

const memory = new WeakMap<SheetFrame, readonly Rect[]>();

/** The merged ranges of a sheet. */
export const mergesOf = (frame: SheetFrame): readonly Rect[] => {
  const known = memory.get(frame);
  if (known) return known;
  const merges = childrenOf(childOf(frame.document.root, ns.sheet, 'mergeCells'), ns.sheet, 'mergeCell').flatMap(
    (it) => parseRect(attributeOf(it, 'ref') ?? '') ?? [],
  );
  memory.set(frame, merges);
  return merges;
};
