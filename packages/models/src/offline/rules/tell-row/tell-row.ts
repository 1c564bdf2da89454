import { OfflineRefusal, type Sub, today } from '../../plan.ts';
import { withDays } from '../../reading/day-words.ts';
import { withoutFile } from '../../reading/files-named.ts';
import { unquote } from '../../reading/quotes.ts';
import type { RequestText } from '../../request-text.ts';
import { type Asked, NotForThisRule, type OfflineRule, type Table } from '../../rule.ts';
import { tablesWithin } from '../all-tables.ts';
import { keyOf, keysOf, type NamedRow } from '../set-row/named-rows.ts';
import { inRequest, placeName, placeOf } from '../word-question.ts';
import { type CellWrite, writeCells } from '../write-cells.ts';
import { type Item, itemsOf } from './items.ts';
import { following, type Relation, relationsOf } from './relations.ts';
import { type TableWords, wordsOfRows } from './table-words.ts';
import { type Made, type Telling, tellingOf } from './tell.ts';

/** Asks, or begins with what another rule does. */
const isOther =
  /^(?:(?:ok|okay|so|and|hi|hello|hey|please|pls|can you|could you|would you)[\s,]+)*(?:who|whose|which|what|what's|whats|when|where|why|how|is|are|was|were|am|does|do|did|have|has|had|any|anyone|anybody|anything|should|shall|may|can (?!you)|could (?!you)|will (?!you)|would (?!you)|show|list|count|total|sum|average|sort|order|add|append|insert|delete|remove|drop|take|rename|replace|swap|round|convert|save|export|copy|make me|create|new|email|text|send|compare|find|tell|draft|print|translate|מי|מה|כמה|איזה|איזו|אילו|מתי|איפה|האם|למה|איך|הצג|תציג|תראי?|מיין|תמייני?|הוסף|הוסיפי|תוסיפי?|מחק|תמחקי?|החלף|תחליפי?|תכיני?|תשמרי?|תשלחי?|שלח|שלחי|תני|תן)(?![\p{L}])/iu;
const mostWords = 45;
/** An order, or a sentence that says how something is. "Paid invoices of Kestrel" is neither. */
const isTold =
  /(?<![\p{L}])(?:update|change|set|mark|put|make|fix|correct|amend|edit|note|record|enter|tick|flag|log|give|assign|hand|pass|move|switch|transfer|reassign|fill|clear|reset|push|bring|extend|prolong|renew|close|cancel|approve|complete|finish|confirm|ends|starts|expires|is|are|was|were|has|have|got|took|goes|go|went|should|ת\p{L}{3,}|עדכן|עדכני|סמן|סמני|שנה|שים|שימי|תקן|תקני|ל(?:עדכן|סמן|תקן|שנות|רשום|העביר)|הוא|היא|שילם|שילמה|נכנס|עכשיו)(?![\p{L}])|['’]s(?![\p{L}])/iu;
/** Names that are written in two ways are another rule's. */
const isOfSpelling = /(?<![\p{L}])(?:spelt|spelled|misspelt|typo|the same|twice|כתיב|אחיד)(?![\p{L}])/iu;
/** "Those that are paid" asks for rows. */
const isAskedFor =
  /(?<![\p{L}])(?:that|which|who|whose)(?: (?:have|has|had|is|are|was|were|aren't|isn't|still|we|they)|['’]s)(?![\p{L}])/iu;

const read = ({ original, words }: RequestText) =>
  isOther.test(words.trim()) ||
  isOther.test(original.trim()) ||
  /\?\s*$/u.test(original) ||
  original.split(/\s+/u).length > mostWords ||
  !isTold.test(original) ||
  isAskedFor.test(original) ||
  isOfSpelling.test(original)
    ? undefined
    : {};

/** What somebody tells of a row becomes true in the table: who paid, what is finished, who takes over, which number is new. */
export const tellRowRule: OfflineRule = {
  id: 'tell-row',
  ways: [],
  readsDays: true,
  read,
  *plan(asked) {
    const day = yield* today();
    const dated = withDays(textOf(asked), day, (each) => `‹${each}›`).replace(/(›)['’]?s date(?![\p{L}])/gu, '$1');
    const each = givings(dated).map(itemsOf);
    const [items = []] = each;
    if (each.length > 1) return yield* tellEach(asked, each, day);
    const found: Found[] = [];
    for (const table of yield* tablesWithin(asked)) {
      const words = yield* wordsOfRows(table);
      const telling = tellingOf(items, words, day);
      if (!telling || telling.rows.length === 0) continue;
      const relations = relationsOf(words);
      const edits = telling.rows
        .map((row) => editOf(telling, row, words, relations))
        .filter((each) => each !== undefined);
      if (edits.length === telling.rows.length) found.push({ table, telling, edits });
    }
    const [only, other] = found;
    if (!only) throw new NotForThisRule();
    const open = found.map((each) => ({ ...each, edits: chosen(each) }));
    if (other || (open[0]?.edits.length !== 1 && !only.telling.isMany)) return yield* whichRow(asked, open);
    return yield* write(asked, only.table, open[0]?.edits ?? []);
  },
};

/** "Assign 135 to Amir and 139 to Dana": one sentence for each. */
const givings = (text: string): readonly string[] => {
  const found =
    /^(?<verb>(?:please |can you )*(?:assign|give|hand|pass|reassign|move|transfer)) (?<first>[^,]+? to [^,]+?)(?:,? and|,) (?<second>[^,]+? to [^,]+)$/iu.exec(
      text.replace(/[\s.!]+$/u, ''),
    )?.groups;
  return found ? [`${found.verb} ${found.first}`, `${found.verb} ${found.second}`] : [text];
};

/** Several sentences about one table: each must name one row, or none is done. */
function* tellEach(asked: Asked, sentences: readonly (readonly Item[])[], day: string): Sub<string> {
  const found: { readonly table: Table; readonly edits: readonly Edit[] }[] = [];
  for (const table of yield* tablesWithin(asked)) {
    const words = yield* wordsOfRows(table);
    const relations = relationsOf(words);
    const edits = sentences.map((items) => {
      const telling = tellingOf(items, words, day);
      const [only, other] = telling?.rows ?? [];
      return telling && only && !other ? editOf(telling, only, words, relations) : undefined;
    });
    const sure = edits.filter((each) => each !== undefined);
    if (sure.length === edits.length) found.push({ table, edits: sure });
  }
  const [only, other] = found;
  if (!only || other) throw new NotForThisRule();
  return yield* write(
    asked,
    only.table,
    only.edits.filter(({ cells }) => cells.length > 0),
  );
}

const textOf = ({ asides, words, quoted }: Asked): string =>
  [...asides, withoutFile(words)]
    .join(' . ')
    .replace(/@q\d+/gu, (mark) => `"${unquote(mark, quoted)}"`)
    .replaceAll('@src', ' ');

type Edit = { readonly row: NamedRow; readonly cells: readonly (CellWrite & { readonly shown?: string })[] };
type Found = { readonly table: Table; readonly telling: Telling; readonly edits: readonly Edit[] };

const editOf = (
  { changes }: Telling,
  row: NamedRow,
  words: TableWords,
  relations: readonly Relation[],
): Edit | undefined => {
  const cells: readonly { readonly column: string; readonly made: Made | undefined }[] = changes.map(
    ({ column, value }) => ({ column, made: value(row) }),
  );
  if (cells.some(({ made }) => made === undefined)) return undefined;
  const told = new Map(
    cells.flatMap(({ column, made }) => (made === undefined ? [] : [[column, made.shown ?? made.value] as const])),
  );
  const isCsv = words.table.kind !== 'xlsx';
  const moved: readonly { readonly column: string; readonly made: Made }[] = [
    ...following(relations, words, row, told),
  ].map(([column, value]) => ({
    column,
    made: { value: isCsv ? String(value) : value },
  }));
  return {
    row,
    cells: [...cells, ...moved].flatMap(({ column, made }) =>
      made === undefined || String(made.shown ?? made.value) === (row.cells.get(column) ?? '')
        ? []
        : [{ row: row.row, column, ...made }],
    ),
  };
};

/** Of several rows those that do not say so already; and somebody is put where nobody is. */
const chosen = ({ telling, edits }: Found): readonly Edit[] => {
  const open = edits.filter(({ cells }) => cells.length > 0);
  if (open.length < 2 || telling.isMany) return open;
  const blank = open.filter(({ row, cells }) =>
    cells.every(({ column }, at) => at > 0 || (row.cells.get(column) ?? '') === ''),
  );
  return telling.isAssigning && blank.length === 1 ? blank : open;
};

function* write(asked: Asked, table: Table, edits: readonly Edit[]): Sub<string> {
  const cells = edits.flatMap((each) => each.cells);
  if (cells.length === 0)
    throw new OfflineRefusal(
      {
        en: `${placeName(table)} says so already. Nothing to change.`,
        he: `בקובץ ${placeName(table)} כבר כתוב כך. אין מה לשנות.`,
      },
      [],
      table.path,
    );
  yield* writeCells(asked, table, cells);
  const lines: string[] = [];
  for (const { row, cells: own } of edits) {
    const [key, name] = yield* keyOf(table, row);
    const said = own.map(({ column, value, shown = value }) => {
      const old = row.cells.get(column) ?? '';
      return `${column}: ${shown} ${old === '' ? asked.say('(was empty)', '(היה ריק)') : asked.say(`(was ${old})`, `(היה ${old})`)}`;
    });
    lines.push(`- ${key} ${name}: ${said.join(', ')}`);
  }
  const count = edits.length;
  return [
    count === 1
      ? asked.say(`Changed 1 row in ${placeName(table)}:`, `עודכנה שורה אחת בקובץ ${placeName(table)}:`)
      : asked.say(`Changed ${count} rows in ${placeName(table)}:`, `עודכנו ${count} שורות בקובץ ${placeName(table)}:`),
    ...lines,
  ].join('\n');
}

/** Several rows fit: each is offered by what tells it from the others. */
function* whichRow(asked: Asked, found: readonly Found[]): Sub<never> {
  const all = found.flatMap(({ table, edits }) => edits.map((edit) => ({ table, edit })));
  const ways: string[] = [];
  for (const { table, edit } of all.slice(0, 3)) {
    const keys = yield* keysOf(table, edit.row);
    if (keys.length === 0) continue;
    const where = (is: string, and: string) =>
      keys.map(([name, value]) => `${inRequest(name)} ${is} ${inRequest(value)}`).join(and);
    const cells = edit.cells.map((each) => `${each.column}: ${each.shown ?? each.value}`).join('; ');
    ways.push(
      asked.say(
        `Update the row where ${where('is', ' and ')} ${placeOf(table, 'en')}: ${cells}`,
        `עדכן את השורה שבה ${where('היא', ' וגם ')} ${placeOf(table, 'he')}: ${cells}`,
      ),
    );
  }
  throw new OfflineRefusal(
    {
      en: `That fits ${all.length} rows. Which one do you mean?`,
      he: `זה מתאים ל-${all.length} שורות. לאיזו מהן הכוונה?`,
    },
    ways,
    found[0]?.table.path,
  );
}
