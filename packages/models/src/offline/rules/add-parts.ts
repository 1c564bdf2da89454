import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse } from '../plan.ts';
import { unquote } from '../request-text.ts';
import { type Asked, chooseSheet, type OfflineRule, sheetNames, sourceOf, type Table, tableOf } from '../rule.ts';
import { firstRows, totalsQuery } from './aggregate.ts';
import { aggregate, aggregateOf, pattern } from './words.ts';

const add = '(?:add|append|insert|create)(?: a| an| the)?(?: new)?(?: empty| blank)?';
const addHe = '(?:הוסף|הוסיפי|צור)';
const called = '(?: named| called| titled| with(?: the)? title)?';
const calledHe = '(?: חדשה?)?(?: בשם| עם הכותרת)?';

export const addSheetRule: OfflineRule = {
  id: 'add-sheet',
  grammar: {
    en: 'add a sheet "…" to <workbook> [with the total <column> by <column> from sheet …]',
    he: 'הוסף גיליון בשם "…" לקובץ <חוברת> [עם סכום <עמודה> לפי <עמודה> מגיליון …]',
  },
  patterns: [
    pattern(
      `${add} (?:sheet|worksheet|tab)${called} (?<name>{w}) to {S}(?: with(?: the)? ${aggregate}(?: of)? (?<col>.+?) (?:by|per) (?<by>.+?))?`,
    ),
    pattern(`${addHe} גיליון${calledHe} (?<name>{w}) {H}(?: עם ה?${aggregate}(?: של)? (?<col>.+?) לפי (?<by>.+?))?`),
  ],
  *plan(asked) {
    const { path, version } = sourceOf(asked, ['xlsx']);
    const name = asked.part('name') ?? '';
    const sheets = yield* sheetNames(path);
    if (sheets.some((each) => each.toLowerCase() === name.toLowerCase())) {
      return refuse(`${path} has a sheet ${name} already.`, `בקובץ ${path} כבר יש גיליון ${name}.`);
    }
    const values: readonly (readonly unknown[])[] =
      asked.part('col') === undefined ? [] : yield* totals(asked, path, sheets);
    const fill = { op: 'set_range', sheet: name, start: 'A1', values, style: null } as unknown as JsonObject;
    yield* call('xlsx_operations', {
      path,
      create_new: null,
      copy_from: null,
      operations: [{ op: 'ensure_sheet', sheet: name, position: null }, ...(values.length > 0 ? [fill] : [])],
      expected_version: version,
      summary: asked.say(`Sheet ${name} added.`, `נוסף הגיליון ${name}.`),
    });
    return asked.say(`Added the sheet ${name} to ${path}.`, `נוסף הגיליון ${name} לקובץ ${path}.`);
  },
};

function* totals(asked: Asked, path: string, sheets: readonly string[]) {
  const table: Table = yield* tableOf({ ...asked, sheet: chooseSheet(asked, path, sheets) });
  const { query } = totalsQuery(asked, table, aggregateOf(asked.part('agg') ?? ''));
  const rows = yield* firstRows(table, query);
  if (rows.length >= 200) {
    return refuse(
      'There are 200 groups or more; that is more than I put into a sheet.',
      'יש 200 קבוצות או יותר; זה יותר ממה שאני כותב לגיליון.',
    );
  }
  return [[asked.part('by') ?? '', asked.part('col') ?? ''], ...rows];
}

export const addSectionRule: OfflineRule = {
  id: 'add-section',
  grammar: {
    en: 'add a section "…" [with the text "…"] to <document>',
    he: 'הוסף סעיף "…" [עם הטקסט "…"] לקובץ <מסמך>',
  },
  patterns: [
    pattern(
      `${add} (?:section|chapter|heading)${called} (?<name>{q})(?: (?:with|and)(?: the)? text (?<text>{q}))? (?:to|at the end of) {S}`,
    ),
    pattern(`${addHe} (?:סעיף|פרק|כותרת)${calledHe} (?<name>{q})(?: עם הטקסט (?<text>{q}))? {H}`),
  ],
  *plan(asked) {
    const { path, version } = sourceOf(asked, ['docx']);
    const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
    const levels = asList(map.sections)
      .map((each) => Number(asObject(each).level))
      .filter((level) => level >= 1);
    const level = levels.length === 0 ? 1 : Math.min(...levels);
    const paragraph = (text: string, style: string | null): JsonObject => ({
      op: 'append_paragraph',
      text,
      style,
      ...plainParagraph,
    });
    const text = asked.part('text');
    yield* call('docx_operations', {
      path,
      create_new: null,
      copy_from: null,
      track_changes: null,
      operations: [
        paragraph(asked.part('name') ?? '', `Heading ${level}`),
        ...(text === undefined ? [] : [paragraph(text, null)]),
      ],
      expected_version: version,
      summary: asked.say(`Section ${asked.part('name')} added.`, `נוסף הסעיף ${asked.part('name')}.`),
    });
    const name = asked.part('name');
    return asked.say(`Added the section ${name} to ${path}.`, `נוסף הסעיף ${name} לקובץ ${path}.`);
  },
};

export const plainParagraph = {
  runs: null,
  alignment: null,
  space_before: null,
  space_after: null,
  line_spacing: null,
  indent_left: null,
  indent_right: null,
  indent_first_line: null,
} as const;

export const addSlideRule: OfflineRule = {
  id: 'add-slide',
  grammar: {
    en: 'add a slide "…" [with bullets "…", "…"] to <presentation>',
    he: 'הוסף שקופית בשם "…" [עם הנקודות "…", "…"] לקובץ <מצגת>',
  },
  patterns: [
    pattern(
      `${add} slide${called} (?<name>{q})(?: with(?: the)? (?:bullets?|points?|text|body) (?<points>{q}(?:,? (?:and )?{q})*))? (?:to|at the end of) {S}`,
    ),
    pattern(
      `${addHe} (?:שקופית|שקף)${calledHe} (?<name>{q})(?: עם ה?(?:נקודות|טקסט) (?<points>{q}(?:,? ו?-?{q})*))? {H}`,
    ),
  ],
  *plan(asked) {
    const { path, version } = sourceOf(asked, ['pptx']);
    const points = (asked.part('points') ?? '').match(/@q\d+/g) ?? [];
    // A single quoted point was unquoted with the rest of the match.
    const single = points.length === 0 ? asked.part('points') : undefined;
    const body = single ?? points.map((each) => unquote(each, asked.quoted)).join('\n');
    const op = {
      op: 'add_slide',
      layout: body === '' ? 'title_only' : 'title_and_content',
      title: asked.part('name') ?? '',
      body: body === '' ? null : body,
      title_runs: null,
      body_runs: null,
      alignment: null,
      space_before: null,
      space_after: null,
      line_spacing: null,
      position: null,
      notes: null,
    };
    yield* call('pptx_operations', {
      path,
      create_new: null,
      copy_from: null,
      operations: [op],
      expected_version: version,
      summary: asked.say(`Slide ${asked.part('name')} added.`, `נוספה השקופית ${asked.part('name')}.`),
    });
    const name = asked.part('name');
    return asked.say(`Added the slide ${name} to ${path}.`, `נוספה השקופית ${name} לקובץ ${path}.`);
  },
};
