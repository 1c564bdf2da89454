import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { inheritedBox } from './inherited-box.ts';
import { notesText } from './map.ts';
import type { PptxFile, Slide } from './pptx-file.ts';
import { type Shape, shapesOf, titleOf } from './shapes.ts';
import { runLook } from './text-body.ts';

export type RenderMode = 'layout_lite' | 'positioned';

/** One slide as a review shows it: keyed by its index, shapes in z-order, the same for the same bytes. */
export const slideContent = (file: PptxFile, slide: Slide, mode: RenderMode = 'layout_lite'): JsonObject => {
  const shapes = shapesOf(file.parts, slide.part);
  const fonts = new Set(
    shapes
      .flatMap(({ paragraphs }) =>
        paragraphs.flatMap(({ runs }) => runs.map(({ element }) => runLook(element).font_name)),
      )
      .filter((name) => name !== null),
  );
  return {
    index: slide.index,
    title: titleOf(shapes),
    layout: file.layouts.find(({ part }) => part === slide.layout)?.name ?? null,
    notes: notesText(file.parts, slide),
    hidden: slide.hidden,
    render_mode: mode,
    ...(mode === 'positioned'
      ? { font_families: [...fonts].toSorted(), missing_features: missingFeatures(shapes) }
      : {}),
    shapes: shapes.map((shape) => shapeContent(file, slide, shape, mode)),
  };
};

const shapeContent = (file: PptxFile, slide: Slide, shape: Shape, mode: RenderMode): JsonObject => {
  const box = shape.box ?? (mode === 'positioned' ? inheritedBox(file, slide, shape) : undefined);
  const { width, height } = file.size;
  const share = (value: number, whole: number) => Math.round((value / whole) * 10_000) / 10_000;
  return {
    index: shape.index,
    shape_id: shape.id,
    name: shape.name,
    shape_type: shape.type,
    z_index: shape.index,
    left: box ? share(box.left, width) : null,
    top: box ? share(box.top, height) : null,
    width: box ? share(box.width, width) : null,
    height: box ? share(box.height, height) : null,
    rotation: box?.rotation ?? 0,
    ...(shape.placeholder ? { placeholder_type: shape.placeholder.type } : {}),
    alt_text: shape.altText,
    text_blocks: shape.paragraphs.map(({ level, text, runs }, index) => ({
      index,
      level,
      text,
      runs: runs.map((run, at) => ({ index: at, text: run.text, ...runLook(run.element) })),
    })),
    ...(shape.table ? { table: shape.table.map((row) => row.map(({ text }) => text)) } : {}),
    ...(shape.picture && file.parts.has(shape.picture) ? { image_ref: imageRef(file, shape.picture) } : {}),
    has_image: shape.picture !== undefined,
  };
};

const imageRef = (file: PptxFile, part: string): JsonObject => {
  const bytes = file.parts.bytes(part);
  const filename = part.slice(part.lastIndexOf('/') + 1);
  return {
    filename,
    ext: filename.slice(filename.lastIndexOf('.') + 1),
    content_type: file.parts.typeOf(part) ?? null,
    size_bytes: bytes.length,
    sha1: createHash('sha1').update(bytes).digest('hex'),
  };
};

/** What the positioned view does not draw. */
const missingFeatures = (shapes: readonly Shape[]): string[] =>
  [
    ...new Set(
      shapes
        .map(({ type }) => type)
        .filter((type) => type === 'chart' || type === 'diagram' || type === 'media' || type === 'object'),
    ),
  ].toSorted();
