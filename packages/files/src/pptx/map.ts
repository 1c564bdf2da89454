import type { JsonObject } from '@atelier/kernel/core';
import { attributeOf, childOf, childrenOf, descendantsOf, followOne, type Parts } from '../package/index.ts';
import { refusal } from '../tools/errors.ts';
import type { MapOptions } from '../tools/kind-handler.ts';
import type { PptxFile, Slide } from './pptx-file.ts';
import { type Shape, shapesOf, shapeText, titleOf } from './shapes.ts';

const emusPerInch = 914_400;
const sectionNamespace = 'http://schemas.microsoft.com/office/powerpoint/2010/main';

/** Slides in the order they are shown, with what each holds; titles are the only text. */
export const mapPptx = (file: PptxFile, options: MapOptions): JsonObject => ({
  slide_count: file.slides.length,
  slide_size: { width_in: inches(file.size.width), height_in: inches(file.size.height) },
  slides: within(file.slides, options.part).map((slide) => slideRow(file, slide)),
  sections: sectionsOf(file),
  layouts: file.layouts.map(({ index, name, part }) => ({
    index,
    name,
    placeholders: shapesOf(file.parts, part).flatMap(({ placeholder }) => (placeholder ? [placeholder.type] : [])),
  })),
  master_count: file.masters.length,
  comments: file.slides.reduce((sum, { part }) => sum + commentCount(file.parts, part), 0),
});

const slideRow = (file: PptxFile, slide: Slide): JsonObject => {
  const shapes = shapesOf(file.parts, slide.part);
  const has = (...types: readonly Shape['type'][]) => shapes.some(({ type }) => types.includes(type));
  return {
    index: slide.index,
    slide_id: slide.slideId,
    title: titleOf(shapes),
    layout: file.layouts.find(({ part }) => part === slide.layout)?.name ?? null,
    hidden: slide.hidden,
    has_images: has('picture'),
    has_charts: has('chart'),
    has_tables: has('table'),
    has_media: has('media'),
    has_notes: notesText(file.parts, slide) !== '',
    char_count: shapes.reduce((sum, shape) => sum + shapeText(shape).length, 0),
    placeholders: shapes.flatMap((shape) =>
      shape.placeholder
        ? [
            {
              shape_id: shape.id,
              type: shape.placeholder.type,
              idx: shape.placeholder.idx,
              chars: shapeText(shape).length,
            },
          ]
        : [],
    ),
  };
};

/** What a speaker reads: the body placeholder of the notes page. */
export const notesText = (parts: Parts, { notes }: Slide): string => {
  if (notes === undefined || !parts.has(notes)) return '';
  const body = shapesOf(parts, notes).find(({ placeholder }) => placeholder?.type === 'body');
  return body ? shapeText(body) : '';
};

const within = (slides: readonly Slide[], part: string | null): readonly Slide[] => {
  if (part === null) return slides;
  const [, from, to] = /^slides:(\d+)-(\d+)$/.exec(part) ?? [];
  if (from === undefined || to === undefined) {
    throw refusal(
      'VALIDATION_FAILED',
      'bad_selector',
      'part of a presentation is slides:FROM-TO, such as slides:40-80.',
    );
  }
  return slides.slice(Number(from), Number(to) + 1);
};

const sectionsOf = (file: PptxFile): JsonObject[] => {
  const indexById = new Map(file.slides.map(({ slideId, index }) => [slideId, index]));
  return [...descendantsOf(file.parts.xml(file.main).root, sectionNamespace, 'section')].map((section) => ({
    name: attributeOf(section, 'name') ?? '',
    slides: childrenOf(childOf(section, sectionNamespace, 'sldIdLst'), sectionNamespace, 'sldId').flatMap((each) => {
      const index = indexById.get(attributeOf(each, 'id') ?? '');
      return index === undefined ? [] : [index];
    }),
  }));
};

const commentCount = (parts: Parts, slide: string): number => {
  const part = followOne(parts, slide, 'comments');
  if (part === undefined || !parts.has(part)) return 0;
  return parts.xml(part).root.children.filter((node) => node.kind === 'element' && node.local === 'cm').length;
};

const inches = (emus: number): number => Math.round((emus / emusPerInch) * 1000) / 1000;
