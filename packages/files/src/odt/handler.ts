import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { parseXmlPart, type XmlDocument, type XmlElement } from '../package/xml.ts';
import { unescapeXml } from '../package/xml-text.ts';
import { entryBytes, openZip } from '../package/zip-read.ts';
import { readLines } from '../text/read.ts';
import { openText } from '../text/text-file.ts';
import { readBudget } from '../tools/budget.ts';
import { refusal, settle } from '../tools/errors.ts';
import type { KindHandler, ReadAnswer, Source } from '../tools/kind-handler.ts';

type Section = {
  readonly index: number;
  readonly heading: string;
  readonly level: number;
  readonly paragraphs: readonly string[];
};

/** Headings and text of an OpenDocument file; no layout, no writing. */
const sectionsOf = async (
  source: Source,
): Promise<{ readonly sections: readonly Section[]; readonly tables: number; readonly images: number }> => {
  const zip = openZip(await readFile(source.file));
  const entry = zip.byName.get('content.xml');
  if (!entry) throw refusal('FILE_READ_FAILED', 'damaged', 'The document has no content.');
  const document = parseXmlPart(entryBytes(zip, entry, () => undefined));
  const sections: { index: number; heading: string; level: number; paragraphs: string[] }[] = [];
  let [tables, images] = [0, 0];
  const current = () => {
    if (sections.length === 0) sections.push({ index: 0, heading: '(untitled)', level: 0, paragraphs: [] });
    return sections.at(-1) as { paragraphs: string[] };
  };
  const walk = (element: XmlElement): void => {
    if (element.local === 'h') {
      const level = Number(element.attributes.find(({ local }) => local === 'outline-level')?.value ?? 1);
      sections.push({ index: sections.length, heading: textOf(document, element), level, paragraphs: [] });
    } else if (element.local === 'p') {
      const text = textOf(document, element);
      if (text !== '') current().paragraphs.push(text);
    } else {
      if (element.local === 'table') tables += 1;
      for (const child of element.children) if (isElement(child)) walk(child);
      return;
    }
    images += countOf(element, 'image');
  };
  walk(document.root);
  return { sections, tables, images };
};

const isElement = (node: XmlElement['children'][number]): node is XmlElement => 'children' in node;

const countOf = (element: XmlElement, local: string): number =>
  element.children.reduce(
    (sum, child) => sum + (isElement(child) ? (child.local === local ? 1 : 0) + countOf(child, local) : 0),
    0,
  );

/** Tabs and line breaks are elements; runs of spaces are counted ones. */
const textOf = (document: XmlDocument, element: XmlElement): string =>
  element.children
    .map((child) => {
      if (!isElement(child)) return unescapeXml(document.source.slice(child.start, child.end));
      if (child.local === 'tab') return '\t';
      if (child.local === 'line-break') return '\n';
      if (child.local === 's')
        return ' '.repeat(Math.min(100, Number(child.attributes.find(({ local }) => local === 'c')?.value ?? 1)));
      return child.local === 'note' || child.local === 'annotation' ? '' : textOf(document, child);
    })
    .join('');

const lineText = ({ heading, level, paragraphs }: Section): string =>
  [`${'#'.repeat(Math.max(1, level))} ${heading}`, ...paragraphs].join('\n');

export const odtText = async (source: Source): Promise<string> =>
  (await sectionsOf(source)).sections.map(lineText).join('\n');

const readOdt = async (source: Source, wanted: string | number | null): Promise<ReadAnswer> => {
  const { sections } = await sectionsOf(source);
  if (wanted === null) {
    const whole = sections.map(lineText).join('\n');
    if (whole.length <= readBudget) return { text: whole, warnings: [] };
  }
  const index = wanted === null ? 0 : sectionIndex(sections, wanted);
  const text = lineText(sections[index] as Section);
  const answer = readLines(openText(Buffer.from(text)), { line_start: null, line_count: null, view: null });
  const has_more = index + 1 < sections.length;
  return {
    text: answer.text,
    chunk_info: {
      chunk_index: index,
      total_chunks: sections.length,
      has_more,
      range: `${index}`,
      unit: 'sections',
      returned: 1,
      total: sections.length,
      next: has_more ? { section: index + 1 } : null,
    },
    warnings: [],
  };
};

const sectionIndex = (sections: readonly Section[], wanted: string | number): number => {
  const number = typeof wanted === 'number' ? wanted : /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  if (number !== undefined) {
    if (sections[number]) return number;
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The document has sections 0-${sections.length - 1}.`);
  }
  const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  const hits = sections.filter(({ heading }) => folded(heading) === folded(String(wanted)));
  if (hits.length === 1 && hits[0]) return hits[0].index;
  throw hits.length === 0
    ? refusal('VALIDATION_FAILED', 'unknown_section', `There is no section "${String(wanted).slice(0, 60)}".`, {
        candidates: sections.map(({ heading }) => heading).slice(0, 50),
      })
    : refusal('VALIDATION_FAILED', 'ambiguous_section', `${hits.length} sections have that heading.`, {
        candidates: hits.map(({ index }) => index),
      });
};

const mapOdt = async (source: Source): Promise<JsonObject> => {
  const { sections, tables, images } = await sectionsOf(source);
  const counted = sections.map(({ index, heading, level, paragraphs }) => {
    const text = paragraphs.join('\n');
    return {
      index,
      heading,
      level,
      char_count: text.length,
      word_count: text.split(/\s+/).filter((word) => word !== '').length,
    };
  });
  return {
    section_count: sections.length,
    sections: counted,
    table_count: tables,
    image_count: images,
    total_char_count: counted.reduce((sum, { char_count }) => sum + char_count, 0),
    warnings: [],
  };
};

/** One section as a screen shows it, in the shape of a Word document's. */
const sectionContent = async (source: Source, wanted: number): Promise<JsonObject> => {
  const { sections } = await sectionsOf(source);
  const { heading, level, paragraphs } = sections[sectionIndex(sections, wanted)] as Section;
  const written = level === 0 ? [] : [{ index: 0, text: heading, style: `Heading ${level}`, runs: [] }];
  return {
    heading,
    level,
    paragraphs: [...written, ...paragraphs.map((text, at) => ({ index: at + 1, text, style: '', runs: [] }))],
    tables: [],
    images: [],
  };
};

export const odtHandler: KindHandler = {
  kind: 'odt',
  info: (source) => settle(async () => ({ section_count: (await sectionsOf(source)).sections.length })),
  map: (source) => settle(() => mapOdt(source)),
  read: (source, { section }) => settle(() => readOdt(source, section)),
  content: (source, { section_index }) =>
    settle(() => sectionContent(source, typeof section_index === 'number' ? section_index : 0)),
};
