import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call } from '../plan.ts';
import { isSmallWord } from '../reading/lexicon.ts';
import type { RequestText } from '../request-text.ts';
import { type Asked, byPatterns, type OfflineRule, sourceOf, stemOf } from '../rule.ts';
import { pattern } from './words.ts';

export const listRule: OfflineRule = {
  id: 'list',
  ways: [{ en: 'list the files', he: 'אילו קבצים יש כאן' }],
  read: byPatterns(
    pattern(
      "(?:(?:what|which)(?:'s| is| are)?|list|show|give|tell|see)(?: me)?(?: a list of)?(?: all)?(?: of)?(?: the| my| our| these)? (?:files?|documents)(?: names?)?(?: (?:do|have)? ?(?:i|we|you) (?:have|got|see|work with)| are (?:here|there|in (?:here|the folder|this folder|my folder))| have i got| there are| is in (?:here|the folder|this folder))*(?: here| there| available| at hand| in (?:the|this|my|our) folder)?",
    ),
    pattern("what(?:'s| is) (?:here|in (?:here|(?:the|this|my|our) folder))"),
    pattern(
      '(?:אילו|איזה|אלו|מה|מהם|הצג|תציג|תראה|הראה|רשום|תרשום|תן)(?: לי)?(?: את)?(?: רשימת)?(?: כל)? ה?קבצים(?: ש?יש)?(?: לי| לנו)?(?: כאן| פה| בתיקייה| בתיקיה)?',
    ),
    pattern('מה יש(?: לי| לנו)?(?: כאן| פה| בתיקייה| בתיקיה)'),
  ),
  *plan({ files, say }) {
    const lines = files.map(({ path, kind }) => `- ${path} (${kind === 'table' ? 'csv' : kind})`);
    return [say(`There are ${files.length} files:`, `יש ${files.length} קבצים:`), ...lines].join('\n');
  },
};

/** Words that ask for the shape of a file. One of them must be there, and beside them nothing but small words. */
const shape = new Set(
  `describe description overview rundown outline structure structured organised organized summary summarise summarize headings heading sections section chapters slides slide sheets sheet tabs worksheets columns column titles title headers contents content contain contains fields field blanks placeholders gaps inside about map look layout laid
  תאר תארי תתאר לתאר תיאור סקירה סקור סכם סכמי תסכם לסכם סיכום מבנה המבנה במבנה כותרות הכותרות כותרת סעיפים הסעיפים פרקים הפרקים שקופיות השקופיות שקפים השקפים גיליונות הגיליונות גליונות עמודות העמודות שדות השדות תוכן התוכן מכיל מכילה כולל כוללת בנוי בנויה`.split(
    /\s+/,
  ),
);
const around = new Set(
  `what what's whats is are in the of a an me my our us give show list tell get see i we do does did have has had got there here its it it's they them this that which how many much and or for to on with out be been filled fill number rows row names name called call read through walk explain quick quickly short brief briefly just only full whole all each every please you can could will would know like want need file document deck presentation workbook spreadsheet table template letter report look like up into inside made main general data used using present exist exists available different hold holds holding need needs still filling their his her where whole thing things go over come consist consists parts part kind kinds type types various overall at glance first built whether tables table
  את ה של מה מהו מהי מהם מהן יש ב לי לנו תן תני הצג הציגי תציג תציגי להציג הראה תראה תראי הראי אילו איזה איזו אלו כמה איך שם שמות השמות על בו בה בהם ו שורות השורות שורה רק כל הקובץ קובץ המסמך מסמך המצגת מצגת הטבלה טבלה התבנית ומה וכמה ואילו קצר קצרה בקצרה תגיד תגידי ספר תספר לי רשימת רשימה נמצא נמצאות נמצאים מופיעות מופיעים הם הן הוא היא זה במסמך בקובץ במצגת בטבלה כאן שבו שבה רשומים רשומות בתוכו בתוכה למלא צריך צריכים`.split(
    /\s+/,
  ),
);

/** Whoever wants something made does not ask what is there. */
const making = new Set(
  'create add insert make append new save write copy generate produce build replace change rename swap הוסף תוסיף להוסיף צור תיצור ליצור חדש חדשה החלף תחליף'.split(
    ' ',
  ),
);

const asksForShape = ({ rest, source }: RequestText): boolean => {
  const words = rest
    .toLowerCase()
    .split(/[\s,;:?!.()¶–-]+/u)
    .filter((word) => word !== '');
  if (!source || words.some((word) => making.has(word))) return false;
  const isBare =
    words.length > 0 &&
    /^(?:what(?:'s| is| do (?:i|we) have| have (?:i|we) got| we've got)(?: all)?(?: in)?(?: there| here| inside)?|what does (?:hold|have|contain)|tell me(?: what(?:'s| is)?)?(?: in)?|מה יש(?: לי| לנו)?(?: כאן| שם| פה| בפנים)?|מה (?:בתוך|מכיל))$/iu.test(
      rest.replace(/[?.!]+$/, ''),
    );
  const stem = stemOf(source.path)
    .toLowerCase()
    .split(/[\s_-]+/);
  const isKnown = (word: string) =>
    stem.includes(word) ||
    isSmallWord(word) ||
    shape.has(word) ||
    around.has(word) ||
    shape.has(word.replace(/^[והבלמ](?=.{3})/u, '')) ||
    around.has(word.replace(/^[והבלמ](?=.{2})/u, ''));
  const isShape = (word: string) => shape.has(word) || shape.has(word.replace(/^[והבלמ](?=.{3})/u, ''));
  return isBare || (words.some(isShape) && words.every((word) => isKnown(word) || word === "we've" || word === "i'd"));
};

/** "What is in this file?", where it is plain which one. */
const asksForThis =
  /^(?:what(?:'s| is) in (?:it|this|that|this file|the file|my file|this (?:table|document|workbook|presentation))|describe (?:it|this|the file|this file)|what (?:is|does) this(?: file)?(?: contain| hold| about)?|מה יש (?:בו|בקובץ(?: הזה)?|בזה)|תאר את (?:זה|הקובץ))[\s?.!]*$/iu;

export const describeRule: OfflineRule = {
  id: 'describe',
  ways: [
    { en: 'what is in {any}?', he: 'מה יש בקובץ {any}?' },
    { en: 'which columns are in {file}?', he: 'אילו עמודות יש בקובץ {file}?' },
    { en: 'which headings are in {doc}?', he: 'אילו כותרות יש בקובץ {doc}?' },
  ],
  read: (text) => (asksForShape(text) || asksForThis.test(text.words) ? {} : undefined),
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
      return [
        ...each('sections', ({ heading, level, word_count }) => {
          const indent = '  '.repeat(Math.max(0, Number(level ?? 1) - 1));
          return `${indent}- ${heading ?? say('(no heading)', '(ללא כותרת)')} (${word_count} ${say('words', 'מילים')})`;
        }),
        ...fieldsOf(say, map),
      ];
    case 'pptx':
      return each('slides', ({ index, title }) => `${Number(index) + 1}. ${title ?? say('(no title)', '(ללא כותרת)')}`);
    default:
      return each('headings', ({ level, text }) => `${'  '.repeat(Number(level) - 1)}- ${text}`);
  }
};

const fieldsOf = (say: Asked['say'], { placeholders }: JsonObject): readonly string[] => {
  const names = [...new Set(asList(placeholders).map((each) => String(asObject(each).token)))];
  return names.length === 0 ? [] : [say(`Fields to fill: ${names.join(', ')}`, `שדות למילוי: ${names.join(', ')}`)];
};
