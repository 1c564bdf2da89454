import type { JsonObject } from '@atelier/kernel/core';
import { fitLists } from '../office/fit-lists.ts';
import { attributeOf, descendantsOf, followOne, ns } from '../package/index.ts';
import { blocksOf } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';
import { picturesOf } from './media.ts';
import type { Style } from './styles.ts';

export const copyable = [
  'paragraph_style',
  'character_style',
  'table_style',
  'image',
  'header_footer',
  'theme',
] as const;

/** Styles by kind and what else another document could take over. */
export const stylesOfDocx = (file: DocxFile): JsonObject => {
  const used = usedStyles(file);
  const rows = (type: string) =>
    file.styles.all
      .filter((style) => style.type === type)
      .map((style) => styleRow(file, style, used.has(style.id)))
      .toSorted((a, b) => Number(b.in_use) - Number(a.in_use) || (a.asset_id < b.asset_id ? -1 : 1));
  const images = picturesOf(file, blocksOf(file)).map(({ index, block, altText, name, contentType, part }) => ({
    asset_id: `image:${index}`,
    type: 'image',
    block: `b${block}`,
    name,
    alt_text: altText,
    content_type: contentType ?? null,
    bytes: part === undefined ? null : file.parts.bytes(part).length,
  }));
  const margins = file.headersFooters.map(({ slot, type, section }) => ({
    asset_id: `header_footer:${slot}:${type}:${section}`,
    type: 'header_footer',
  }));
  const theme = followOne(file.parts, file.main, 'theme');
  const lists = {
    paragraph_styles: rows('paragraph'),
    character_styles: rows('character'),
    table_styles: rows('table'),
    images,
  };
  const assets = [...lists.paragraph_styles, ...lists.character_styles, ...lists.table_styles, ...images, ...margins]
    .map(({ asset_id, type }) => ({
      asset_id,
      type: type === 'paragraph' || type === 'character' || type === 'table' ? `${type}_style` : type,
    }))
    .concat(theme === undefined ? [] : [{ asset_id: 'theme:', type: 'theme' }])
    .toSorted((a, b) => (a.asset_id < b.asset_id ? -1 : 1));
  return fitLists({ ...lists, assets, supported_copy_asset_types: [...copyable], warnings: [] });
};

const styleRow = (file: DocxFile, style: Style, inUse: boolean) => ({
  asset_id: `${style.type}_style:${style.name}`,
  name: style.name,
  style_id: style.id,
  type: style.type,
  builtin: style.builtin,
  base_style: style.basedOn === undefined ? null : (file.styles.byId.get(style.basedOn)?.name ?? style.basedOn),
  in_use: inUse || style.isDefault,
});

const usedStyles = (file: DocxFile): ReadonlySet<string> => {
  const { parts, main, headersFooters, footnotes, endnotes, comments } = file;
  const texts = [main, ...headersFooters.map(({ part }) => part), footnotes, endnotes, comments];
  const used = new Set<string>();
  for (const part of new Set(texts)) {
    if (part === undefined || !parts.has(part)) continue;
    const { root } = parts.xml(part);
    for (const local of ['pStyle', 'rStyle', 'tblStyle'])
      for (const each of descendantsOf(root, ns.word, local)) used.add(attributeOf(each, 'val', ns.word) ?? '');
  }
  return used;
};
