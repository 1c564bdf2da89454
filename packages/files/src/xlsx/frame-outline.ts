import { ns } from '../package/namespaces.ts';
import { parseXml, type XmlElement } from '../package/xml.ts';
import { attributeOf, childOf, childrenOf } from '../package/xml-query.ts';
import type { SheetFrame } from './sheet-stream.ts';

/** What stands around the rows, to be read and not to be written back. */
export type FrameOutline = {
  /** Without single merged cells where there are very many of them. */
  readonly root: XmlElement;
  readonly mergeRefs: readonly string[];
};

/** Merged cells come by the hundred thousand in made-up files; as a tree those would take more memory than a job may. */
const mostTreeText = 512 * 1024;

const memory = new WeakMap<SheetFrame, FrameOutline>();

export const outlineOf = (frame: SheetFrame): FrameOutline => {
  const known = memory.get(frame) ?? readOutline(frame);
  memory.set(frame, known);
  return known;
};

const readOutline = (frame: SheetFrame): FrameOutline => {
  const { head, tail, prefix } = frame;
  const open = tail.indexOf(`<${prefix}mergeCells`);
  const from = open < 0 ? -1 : tail.indexOf('>', open) + 1;
  const to = from <= 0 ? -1 : tail.indexOf(`</${prefix}mergeCells>`, from);
  if (to - from <= mostTreeText) {
    const { root } = frame.document;
    const merges = childrenOf(childOf(root, ns.sheet, 'mergeCells'), ns.sheet, 'mergeCell');
    return { root, mergeRefs: merges.flatMap((it) => attributeOf(it, 'ref') ?? []) };
  }
  const mergeRefs: string[] = [];
  for (const [, ref = ''] of tail.slice(from, to).matchAll(/\sref\s*=\s*["']([^"']*)["']/g)) mergeRefs.push(ref);
  return { root: parseXml(head + tail.slice(0, from) + tail.slice(to)).root, mergeRefs };
};
