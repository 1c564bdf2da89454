import type { JsonObject } from '@atelier/kernel/core';
import { fitLists } from '../office/fit-lists.ts';
import { attributeOf, childOf, elementsOf, followOne, ns, pathOf, type XmlElement } from '../package/index.ts';
import type { PptxFile } from './pptx-file.ts';
import { type Shape, shapesOf, titleOf } from './shapes.ts';
import { runLook } from './text-body.ts';

export const copyable = ['text_style', 'image', 'layout', 'theme', 'slide'] as const;

/** Masters, layouts, themes, fonts, text styles and pictures: what another presentation could take over. */
export const stylesOfPptx = (file: PptxFile): JsonObject => {
  const slides = file.slides.map((slide) => ({ slide, shapes: shapesOf(file.parts, slide.part) }));
  const themes = file.masters.map((master, index) => themeRow(file, master, index));
  const layouts = file.layouts.map(({ index, name, type, master }) => ({
    asset_id: `layout:${name}`,
    type: 'layout',
    index,
    name,
    layout_type: type ?? null,
    master: file.masters.indexOf(master),
  }));
  const text_styles = slides.flatMap(({ slide, shapes }) =>
    shapes
      .filter(({ placeholder, textBody }) => placeholder && textBody)
      .map((shape) => textStyleRow(slide.index, shape)),
  );
  const images = slides.flatMap(({ slide, shapes }) =>
    shapes
      .filter(({ picture }) => picture !== undefined && file.parts.has(picture))
      .map(({ id, picture = '', altText }) => ({
        asset_id: `image:${slide.index}:${id}`,
        type: 'image',
        filename: picture.slice(picture.lastIndexOf('/') + 1),
        alt_text: altText,
        content_type: file.parts.typeOf(picture) ?? null,
      })),
  );
  const slideAssets = slides.map(({ slide, shapes }) => ({
    asset_id: `slide:${slide.index}`,
    type: 'slide',
    title: titleOf(shapes),
  }));
  const assets = [...themes, ...layouts, ...text_styles, ...images, ...slideAssets]
    .map(({ asset_id, type }) => ({ asset_id, type }))
    .toSorted((a, b) => (a.asset_id < b.asset_id ? -1 : a.asset_id > b.asset_id ? 1 : 0));
  return fitLists({
    masters: file.masters.map((master, index) => ({
      index,
      theme: themes[index]?.name ?? null,
      layouts: file.layouts.filter((each) => each.master === master).length,
      text_styles: masterStyles(file, master),
    })),
    layouts,
    themes,
    fonts: fontUse(slides.flatMap(({ shapes }) => shapes)),
    text_styles,
    images,
    assets,
    supported_copy_asset_types: [...copyable],
    warnings: [],
  });
};

const themeRow = (file: PptxFile, master: string, index: number) => {
  const part = followOne(file.parts, master, 'theme');
  const root = part !== undefined && file.parts.has(part) ? file.parts.xml(part).root : undefined;
  const elements = childOf(root, ns.drawing, 'themeElements');
  const scheme = childOf(elements, ns.drawing, 'clrScheme');
  const font = (kind: string) =>
    attributeOf(pathOf(elements, ns.drawing, 'fontScheme', kind, 'latin'), 'typeface') ?? null;
  return {
    asset_id: `theme:${index}`,
    type: 'theme',
    name: attributeOf(root, 'name') ?? null,
    fonts: { major: font('majorFont'), minor: font('minorFont') },
    colors: Object.fromEntries(
      (scheme ? elementsOf(scheme) : []).map((each) => {
        const value = elementsOf(each)[0];
        return [each.local, attributeOf(value, 'lastClr') ?? attributeOf(value, 'val') ?? null];
      }),
    ),
  };
};

const masterStyles = (file: PptxFile, master: string): JsonObject[] => {
  const styles = childOf(file.parts.xml(master).root, ns.slide, 'txStyles');
  return (['titleStyle', 'bodyStyle', 'otherStyle'] as const).flatMap((kind) => {
    const first = childOf(childOf(styles, ns.slide, kind), ns.drawing, 'lvl1pPr');
    return first
      ? [{ style: kind.slice(0, -'Style'.length), alignment: attributeOf(first, 'algn') ?? null, ...lookOf(first) }]
      : [];
  });
};

const lookOf = (level: XmlElement): JsonObject => {
  const run = childOf(level, ns.drawing, 'defRPr');
  const size = Number(attributeOf(run, 'sz') ?? Number.NaN);
  return {
    size_pt: Number.isFinite(size) ? size / 100 : null,
    font_name: attributeOf(childOf(run, ns.drawing, 'latin'), 'typeface') ?? null,
  };
};

const textStyleRow = (slide: number, { id, placeholder, paragraphs }: Shape) => {
  const first = paragraphs.flatMap(({ runs }) => runs).find(({ textElement }) => textElement);
  const alignment = attributeOf(childOf(paragraphs[0]?.element, ns.drawing, 'pPr'), 'algn');
  return {
    asset_id: `text_style:${slide}:${id}`,
    type: 'text_style',
    placeholder: placeholder?.type ?? null,
    alignment: alignment ?? null,
    ...(first ? runLook(first.element) : {}),
  };
};

const fontUse = (shapes: readonly Shape[]): JsonObject[] => {
  const counts = new Map<string, number>();
  for (const { paragraphs } of shapes)
    for (const { runs } of paragraphs)
      for (const { element } of runs) {
        const name = runLook(element).font_name;
        if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
};
