import type { Json, JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse } from '../plan.ts';
import type { Field } from '../reading/fields.ts';
import { type Asked, byEdit, type OfflineRule, sourceOf } from '../rule.ts';
import { called, made } from './made.ts';

const texts = '(?:text|body|content|paragraph|sentence|line|lines|message|note)';
const said: Field = {
  name: 'text',
  marker: new RegExp(
    `^(?:(?:with|and|containing|has|having|add|put|then) )*(?:(?:the|a|one|this|following|single) )*${texts}(?: is| should be| reads| saying| reading| below| under it)?(?![\\p{L}])\\s?:?\\s?|^(?:(?:write|put|type|say) (?=@q))|^(?:that |which |and )?(?:says?|saying|reads?|reading|stating|states|containing|contains)(?![\\p{L}])\\s?:?\\s?|^(?:ו?עם )?(?:ו?ה?(?:טקסט|תוכן|פסקה|משפט|שורה|שורות))(?: אחת| אחד| הבא| הבאה| הוא| היא)*(?![\\p{L}])\\s?:?\\s?|^(?:שבו|שבה|ובו|ובה|ש)?(?: )?(?:כתוב|נאמר|אומר|אומרת)(?![\\p{L}])\\s?:?\\s?|^:\\s(?=(?-i:\\p{Lu})|\\p{Script=Hebrew})`,
    'iu',
  ),
};

export const addSectionRule: OfflineRule = {
  id: 'add-section',
  ways: [
    {
      en: 'add a section "Next steps" with the text "To be decided." to {doc}',
      he: 'הוסף סעיף "המשך" עם הטקסט "ייקבע בהמשך." לקובץ {doc}',
    },
  ],
  read: byEdit(
    made(
      '(?:level[- ]?(?<level>[1-6]) |(?<ordinal>first|top|second|third)[- ]level )?(?:sub-?)?(?:section|chapter|heading|part)',
      '(?:סעיף|פרק|כותרת|חלק)(?: עם כותרת)?(?: ברמה (?<level>[1-6]))?',
      [called, said],
    ),
  ),
  *plan(asked) {
    const { path, version, kind } = sourceOf(asked, ['docx', 'text']);
    const [written = '', text] = [asked.part('name'), wholeText(asked)];
    // In a text of markdown the name may come with its marks.
    const [, marks = '', name = written] = /^(#{1,6}) (.+)$/.exec(written) ?? [];
    const isSet = text === undefined || /^@q/.test(asked.raw('text') ?? '') || isLastWords(asked);
    if (!isSet) {
      return refuse('Write the text of the section in quotes.', 'כתבו את הטקסט של הסעיף במירכאות.');
    }
    const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
    const headings = asList(map[kind === 'text' ? 'headings' : 'sections']).map(headingOf);
    const spot = spotOf(asked, headings);
    const level = Number(
      asked.part('level') ??
        ordinals[(asked.part('ordinal') ?? '').toLowerCase()] ??
        (marks.length || undefined) ??
        spot?.level ??
        sectionLevel(headings),
    );
    const change = { expected_version: version, summary: asked.say(`Section ${name} added.`, `נוסף הסעיף ${name}.`) };
    if (kind === 'text') {
      if (!/\.md$/i.test(path)) return refuse(`${path} has no sections.`, `בקובץ ${path} אין סעיפים.`);
      const lines = [`${'#'.repeat(level)} ${name}`, ...(text === undefined ? [] : [text])].join('\n\n');
      const edit = spot
        ? { op: 'insert_lines', before_line: spot.at, text: `${lines}\n` }
        : { op: 'append', text: `\n${lines}\n` };
      yield* call('edit_text_file', { path, edits: [edit], encoding: null, ...change });
    } else {
      const paragraph = (words: string, style: string | null): JsonObject => ({
        text: words,
        style,
        ...plainParagraph,
      });
      const paragraphs = [paragraph(name, `Heading ${level}`), ...(text === undefined ? [] : [paragraph(text, null)])];
      const operations = spot
        ? [{ op: 'insert_paragraphs', before: `b${spot.at}`, after: null, paragraphs }]
        : paragraphs.map((each) => ({ op: 'append_paragraph', ...each }));
      yield* call('docx_operations', {
        path,
        create_new: null,
        copy_from: null,
        track_changes: null,
        operations,
        ...change,
      });
    }
    return asked.say(`Added the section ${name} to ${path}.`, `נוסף הסעיף ${name} לקובץ ${path}.`);
  },
};

/** A text without quotes that begins like a sentence and ends the request leaves no doubt where it stops. */
const isLastWords = ({ raw, rest }: Asked): boolean => {
  const text = raw('text') ?? '';
  return (
    rest.endsWith(`: ${text}`) ||
    (/^(?:\p{Lu}|\p{Script=Hebrew})\S* \S/u.test(text) && rest.endsWith(text) && !/[@¶]/.test(text))
  );
};

/** A text without quotes is a sentence, and its full stop belongs to it. */
const wholeText = ({ part, raw, original }: Asked): string | undefined => {
  const text = part('text');
  if (text === undefined || /^@q/.test(raw('text') ?? '')) return text;
  const end = original.lastIndexOf(text) + text.length;
  return text.includes(' ') && /[.!?]/.test(original[end] ?? '') ? text + original[end] : text;
};

const ordinals: Readonly<Record<string, number>> = { first: 1, top: 1, second: 2, third: 3 };

type Heading = { readonly text: string; readonly level: number; readonly at: number };

/** A heading of a document or of a text: where it stands is a block or a line. */
const headingOf = (each: Json): Heading => {
  const { heading, text, level, blocks, line } = asObject(each);
  const at = typeof line === 'number' ? line : Number(/\d+/.exec(String(blocks))?.[0] ?? 0);
  return { text: String(heading ?? text ?? ''), level: Number(level ?? 0), at };
};

/** Before which block or line the section goes and at what level; undefined for the end. */
const spotOf = (
  asked: Asked,
  headings: readonly Heading[],
): { readonly at: number; readonly level: number } | undefined => {
  const side = asked.raw('side');
  if (side === undefined) return undefined;
  const near = asked.part('near') ?? '';
  const index = side === 'start' ? 0 : headings.findIndex(({ text }) => text.toLowerCase() === near.toLowerCase());
  const found = headings[index];
  if (!found || side === 'start') {
    const list = headings.map(({ text }) => text).join(', ');
    return refuse(`There is no section ${near}; there are ${list}.`, `אין סעיף ${near}; יש ${list}.`);
  }
  if (side === 'before') return found;
  const next = headings.slice(index + 1).find(({ level }) => level <= found.level);
  return next ? { at: next.at, level: found.level } : undefined;
};

/** The level sections have. A lone first heading above others is the title, and sections stand under it. */
const sectionLevel = (headings: readonly Heading[]): number => {
  const levels = headings.map(({ level }) => level).filter((level) => level >= 1);
  const [first] = levels;
  if (first === undefined) return 1;
  const top = Math.min(...levels);
  const isTitle = first === top && levels.filter((level) => level === top).length === 1;
  return isTitle ? (levels.length > 1 ? Math.min(...levels.slice(1)) : Math.min(top + 1, 6)) : top;
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
