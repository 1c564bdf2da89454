import {
  createXmlEdit,
  ns,
  type PackageEdit,
  prefixFor,
  refuseOp,
  type XmlDocument,
  type XmlEdit,
} from '../package/index.ts';
import { ensureDrawingPrefix } from './drawing-prefix.ts';
import { type PptxFile, pptxOf, type Slide } from './pptx-file.ts';
import { type Shape, shapesOf } from './shapes.ts';

/** One batch on one presentation. Slide indexes mean the file before the batch; each slide is known by its part. */
export type EditSession = {
  readonly pkg: PackageEdit;
  readonly file: () => PptxFile;
  /** The slide that had this index before the batch. */
  readonly slide: (index: number) => Slide;
  readonly shape: (slide: Slide, id: number) => Shape;
  /** Changes one part and reads the presentation anew. */
  readonly change: (part: string, work: (edit: XmlEdit, document: XmlDocument) => void) => void;
  readonly refresh: () => void;
  readonly prefixes: (part: string) => { readonly p: string; readonly a: string };
  readonly warn: (warning: string) => void;
  readonly warnings: () => readonly string[];
  /** Slides this batch made, deleted or touched, by part. */
  readonly touched: Set<string>;
};

export const createEditSession = (pkg: PackageEdit): EditSession => {
  let file = pptxOf(pkg);
  const before = file.slides.map(({ part }) => part);
  const warnings: string[] = [];
  const touched = new Set<string>();
  return {
    pkg,
    touched,
    file: () => file,
    slide: (index) => {
      const part =
        before[index] ??
        refuseOp(
          'index_out_of_range',
          before.length === 0
            ? 'The presentation has no slides.'
            : `The presentation has slides 0 to ${before.length - 1}.`,
        );
      return (
        file.slides.find((slide) => slide.part === part) ??
        refuseOp('bad_op', `Slide ${index} was deleted by an earlier operation of this call.`)
      );
    },
    shape: (slide, id) => {
      ensureDrawingPrefix(pkg, slide.part);
      const shapes = shapesOf(pkg, slide.part);
      return (
        shapes.find((shape) => shape.id === id) ??
        refuseOp('index_out_of_range', `Slide ${slide.index} has no shape s${id}.`, {
          candidates: shapes.map((shape) => shape.id),
        })
      );
    },
    change: (part, work) => {
      const document = pkg.xml(part);
      const edit = createXmlEdit(document);
      work(edit, document);
      if (edit.changed()) pkg.put(part, edit.toBytes());
      touched.add(part);
      file = pptxOf(pkg);
    },
    refresh: () => {
      file = pptxOf(pkg);
    },
    prefixes: (part) => {
      const { root } = pkg.xml(part);
      return { p: prefixFor(root, ns.slide) ?? 'p:', a: prefixFor(root, ns.drawing) ?? 'a:' };
    },
    warn: (warning) => void (warnings.includes(warning) || warnings.push(warning)),
    warnings: () => warnings,
  };
};
