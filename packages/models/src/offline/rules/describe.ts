import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call } from '../plan.ts';
import { type Asked, type OfflineRule, sourceOf } from '../rule.ts';
import { pattern } from './words.ts';

export const listRule: OfflineRule = {
  id: 'list',
  grammar: { en: 'list the files', he: 'אילו קבצים יש כאן' },
  patterns: [
    pattern('(?:what|which) files (?:do i have|are (?:here|there)|have i got)(?: here)?'),
    pattern('(?:list|show)(?: me)?(?: all)?(?: the| my)? files(?: here)?'),
    pattern('(?:אילו|איזה|מה) ה?קבצים(?: יש)?(?: כאן| לי| פה)?'),
    pattern('(?:הצג|רשום)(?: את)? ה?קבצים'),
  ],
  *plan({ files, say }) {
    const lines = files.map(({ path, kind }) => `- ${path} (${kind === 'table' ? 'csv' : kind})`);
    return [say(`There are ${files.length} files:`, `יש ${files.length} קבצים:`), ...lines].join('\n');
  },
};

export const describeRule: OfflineRule = {
  id: 'describe',
  grammar: {
    en: 'describe <file>; summarise the structure of <file>',
    he: 'תאר את <קובץ>; סכם את המבנה של <קובץ>',
  },
  patterns: [
    pattern(
      "(?:describe|what(?:'s| is) in|give me an overview of|overview of|summari[sz]e|tell me about|look at|map) {S}",
    ),
    pattern('what does {S} (?:contain|have|look like)'),
    pattern(
      '(?:summari[sz]e|show|describe|outline|list|give me)(?: me)?(?: the)? (?:structure|outline|headings|sections|slides|sheets|columns)(?: of| in| from) {S}',
    ),
    pattern('(?:תאר|תארי|מה יש|סכם|סקור|הצג) {H}'),
    pattern('(?:סכם|תאר|הצג)(?: את)? ה?(?:מבנה|כותרות|שקופיות|גיליונות|עמודות)(?: של)? {H}'),
  ],
  *plan(asked) {
    const { path } = sourceOf(asked);
    const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
    return [headOf(asked, path, map), ...bodyOf(asked, map)].join('\n');
  },
};

const headOf = ({ say }: Asked, path: string, map: JsonObject): string => {
  switch (map.kind) {
    case 'table':
      return say(
        `${path}: ${map.row_count} rows, ${map.column_count} columns.`,
        `${path}: ${map.row_count} שורות, ${map.column_count} עמודות.`,
      );
    case 'xlsx':
      return say(`${path}: ${map.sheet_count} sheets.`, `${path}: ${map.sheet_count} גיליונות.`);
    case 'docx':
      return say(`${path}: ${map.section_count} sections.`, `${path}: ${map.section_count} סעיפים.`);
    case 'pptx':
      return say(`${path}: ${map.slide_count} slides.`, `${path}: ${map.slide_count} שקופיות.`);
    default:
      return say(`${path}: ${map.format}, ${map.size_bytes} bytes.`, `${path}: ${map.format}, ${map.size_bytes} בתים.`);
  }
};

const bodyOf = ({ say }: Asked, map: JsonObject): readonly string[] => {
  const each = (list: string, line: (item: JsonObject) => string) =>
    asList(map[list]).map((item) => line(asObject(item)));
  switch (map.kind) {
    case 'table':
      return each('columns', ({ name, inferred_type }) => `- ${name} (${inferred_type})`);
    case 'xlsx':
      return each('sheets', (sheet) => {
        const heads = asList(sheet.regions).flatMap((region) => asList(asObject(region).headers));
        const columns = heads.length > 0 ? `: ${heads.join(', ')}` : '';
        return `- ${sheet.name} (${sheet.used_range ?? say('empty', 'ריק')})${columns}`;
      });
    case 'docx':
      return each('sections', ({ heading, level, word_count }) => {
        const indent = '  '.repeat(Math.max(0, Number(level ?? 1) - 1));
        return `${indent}- ${heading ?? say('(no heading)', '(ללא כותרת)')} (${word_count} ${say('words', 'מילים')})`;
      });
    case 'pptx':
      return each('slides', ({ index, title }) => `${Number(index) + 1}. ${title ?? say('(no title)', '(ללא כותרת)')}`);
    default:
      return each('headings', ({ level, text }) => `${'  '.repeat(Number(level) - 1)}- ${text}`);
  }
};
