import { refuse, type Sub } from '../plan.ts';
import { isSaidIn } from '../reading/marks.ts';
import { distance } from '../reading/spelling.ts';
import { type Asked, isNumeric, NotForThisRule, type OfflineRule, type Parts, type Table } from '../rule.ts';
import { columnWords } from './add-row/atoms.ts';
import { tablesWithin } from './all-tables.ts';
import { replaceRule } from './replace.ts';
import { allRows } from './set-row/named-rows.ts';
import { rowNamesOf } from './table-vocabulary.ts';
import { isTurning } from './tell-row/fillers.ts';
import { inRequest, placeName, placeOf } from './word-question.ts';
import { pattern } from './words.ts';
import { writeCells } from './write-cells.ts';

const opening =
  "(?:(?:hi|ok|okay|and|also|oh|so|please|pls|by the way|btw),? )*(?:(?:there(?: is|'?s| are)|i (?:can see|see|spotted|found|noticed|made)|we have|you have) )?(?:(?:an?|one|some|the) )?(?:typo|mistake|spelling mistake|misspelling|spelling error)s?(?: (?:in|on|with|of) (?<where>[^@,:.]+?))?\\s?[,:;.–-]+ ";
const closing =
  '(?:[,;.\\s¶–-]+(?:and |so )?(?:please |pls |can you |could you )*(?:fix|correct|change|mend|sort|put) (?:it|that|this|them)(?: right| out)?(?: (?:everywhere|throughout|wherever it (?:is|stands)|in all (?:rows|places)))?(?: for me)?(?: please)?)?(?: everywhere)?(?:[,.]? (?:please|thanks|thank you))?[.!]?';
const from = '(?<from>@q\\d+|[^@,;:.]+?)';
const to = '(?<to>@q\\d+|[^@,;:.]+?)';
const spelt = '(?:spelt|spelled|written|typed)';
const fixHe = '(?:תתקני?|תקני?|לתקן|תשני?|תחליפי?)(?: (?:את זה|אותו|אותה|אותם|בבקשה))*';

/** What is written wrong, and how it is written right. */
const ways: readonly RegExp[] = [
  pattern(
    `${opening}(?:it says )?${from} (?:should|must|needs to|has to) (?:be|say|read|be ${spelt})(?: as)? ${to}${closing}`,
  ),
  pattern(
    `(?:and |also |oh |so )?${from} (?:is|was|looks like) (?:a |an )?(?:typo|mistake|misspelling|spelling mistake|${spelt} wrong(?:ly)?|wrong(?:ly)? ${spelt}|misspelt|misspelled)[,;.\\s–-]+(?:it )?(?:should|must) (?:be|say|read|be ${spelt})(?: as)? ${to}${closing}`,
  ),
  pattern(`(?:and |also |oh |so )?${from} (?:should|must) be ${spelt}(?: as)? ${to}${closing}`),
  pattern(`(?:and |also )?(?:it'?s|its|it is) ${spelt} ${to},? (?:and )?not ${from}${closing}`),
  pattern(
    `(?:ב(?<where>\\S+) )?(?:יש|כתוב|רשום|מופיע|מופיעה)(?: לי)?(?: (?:פעם אחת|פעמיים|כמה פעמים|בטעות|שגיאה:?|טעות:?))* ${from}(?: עם [^,]+?)?[,.\\s–-]+(?:ו?(?:זה )?צריך להיות|${fixHe} ל-?) ?${to}(?:[,.\\s]+${fixHe})?[.!]?`,
  ),
  pattern(
    `(?:ב(?<where>\\S+) )?(?:יש )?(?:טעות|שגיאת כתיב|טעות כתיב)(?: ב(?<place>[^,:]+?))?[,:.\\s–-]+${from} (?:צריך|צריכה|אמור|אמורה) להיות ${to}(?:[,.\\s]+${fixHe})?[.!]?`,
  ),
];
/** Only the right spelling is said: what is written nearly like it becomes it. */
const rightOnly: readonly RegExp[] = [
  pattern(
    `(?:the )?(?<head>\\p{L}+(?: \\p{L}+)?) is (?:really |actually )?${spelt} (?<right>@q\\d+|[^@,;:.]+?)(?: with (?:(?:only |just )?(?:one|two|a|an) \\S+|an? [^,]+?))?${closing}`,
  ),
];
/** "Plumbing should have a capital P like the others." */
const capital: readonly RegExp[] = [
  pattern(
    `(?:and |also |oh |so )?${from} (?:should|must|needs to|has to) (?:have|start with|begin with|be ${spelt} with|be written with) a (?<size>capital|big|upper ?case)(?: (?:letter|\\p{L}))?(?: (?:like|as) (?:all )?(?:the )?(?:others?|rest)(?: (?:have|do|are))?)?${closing}`,
  ),
];

const sides = (text: string): string =>
  text
    .trim()
    .replace(/^(?:the (?:word|name|spelling) )/iu, '')
    .replace(/^["'“”]|["'“”]$/gu, '');

const read = (original: string): Parts | undefined => {
  const said = original.replaceAll('’', "'").replace(/\s+/gu, ' ').trim();
  if (/@|\?$/u.test(said)) return undefined;
  for (const way of ways) {
    const parts = way.exec(said)?.groups;
    if (!parts?.from || !parts.to) continue;
    const [wrong, right] = [sides(parts.from), sides(parts.to)];
    if (isPlain(wrong) && isPlain(right) && wrong !== right && isNear(wrong, right))
      return { from: wrong, to: right, where: parts.where ?? parts.place };
  }
  for (const way of capital) {
    const parts = way.exec(said)?.groups;
    if (parts?.from && isPlain(sides(parts.from))) return { small: sides(parts.from) };
  }
  for (const way of rightOnly) {
    const parts = way.exec(said)?.groups;
    if (parts?.right && isPlain(sides(parts.right)) && !/wrong/iu.test(parts.right))
      return { right: sides(parts.right), head: parts.head };
  }
  return undefined;
};

const isPlain = (words: string): boolean =>
  words !== '' && words.split(/\s+/u).length <= 6 && !words.split(/\s+/u).some(isTurning);
/** A slip of the pen leaves most letters as they are. Figures and words of another meaning are another rule's. */
const isNear = (a: string, b: string): boolean => {
  if (/\d/u.test(a + b)) return false;
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return distance(one, other) <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 4));
};

/** A spelling is put right where it stands: "Electrcal is a typo, should be Electrical". */
export const respellRule: OfflineRule = {
  id: 'respell',
  ways: [],
  read: ({ original }) => read(original),
  *plan(asked) {
    const tables = yield* tablesWithin(asked);
    const [wrong, small] = [asked.raw('from'), asked.raw('small')];
    if (wrong !== undefined) return yield* replaceRule.plan(withFile(asked, tables));
    return small === undefined ? yield* towardsRight(asked, tables) : yield* withCapital(asked, tables, small);
  },
};

/** "A typo in the orders": the one file that is called so. */
const withFile = (asked: Asked, tables: readonly Table[]): Asked => {
  const where = asked.raw('where');
  const part = (name: string) => (name === 'from' || name === 'to' ? asked.raw(name) : undefined);
  const base = { ...asked, part, raw: part };
  if (where === undefined || asked.source) return base;
  const named = tables.filter((table) => isSaidIn(where, rowNamesOf(table)));
  const paths = new Set(named.map(({ path }) => path));
  const source = paths.size === 1 ? asked.files.find(({ path }) => paths.has(path)) : undefined;
  return source ? { ...base, source } : base;
};

type Spelling = {
  readonly table: Table;
  readonly column: string;
  readonly rows: readonly number[];
  readonly value: string;
};

/** The cells of texts that fit, by table, column and spelling. */
function* spellingsIn(
  tables: readonly Table[],
  fits: (value: string, table: Table, column: string) => boolean,
): Sub<readonly Spelling[]> {
  const found: Spelling[] = [];
  for (const table of tables) {
    const rows = yield* allRows(table);
    for (const { name } of table.columns.filter((each) => !isNumeric(each))) {
      const cells = rows.flatMap(({ row, cells: own }) => {
        const value = own.get(name) ?? '';
        return value !== '' && fits(value, table, name) ? [{ row, value }] : [];
      });
      for (const [value, same] of Map.groupBy(cells, (each) => each.value))
        found.push({ table, column: name, rows: same.map(({ row }) => row), value });
    }
  }
  return found;
}

function* withCapital(asked: Asked, tables: readonly Table[], small: string): Sub<string> {
  const right = small.charAt(0).toUpperCase() + small.slice(1);
  const wrong = small.charAt(0).toLowerCase() + small.slice(1);
  return yield* respelled(asked, yield* spellingsIn(tables, (value) => value === wrong), wrong, right);
}

function* towardsRight(asked: Asked, tables: readonly Table[]): Sub<string> {
  const right = asked.raw('right') ?? '';
  const head = (asked.raw('head') ?? '').toLowerCase();
  const headed = tables.filter((table) => table.columns.some(({ name }) => columnWords(name).includes(head)));
  if (headed.length === 0) throw new NotForThisRule();
  const near = yield* spellingsIn(
    headed,
    (value, _table, column) =>
      columnWords(column).includes(head) && value.toLowerCase() !== right.toLowerCase() && isNear(value, right),
  );
  return yield* respelled(asked, near, undefined, right);
}

function* respelled(asked: Asked, found: readonly Spelling[], wrong: string | undefined, right: string): Sub<string> {
  const [only, other] = found;
  if (!only)
    return refuse(
      wrong === undefined
        ? `I see nothing that is written almost like "${right}". Say what is written there now.`
        : `No cell says "${wrong}".`,
      wrong === undefined
        ? `לא מצאתי דבר שכתוב כמעט כמו "${right}". כתבו מה כתוב שם עכשיו.`
        : `אין תא שכתוב בו "${wrong}".`,
    );
  if (other)
    return refuse(
      `Which one should become "${right}": ${found.map(({ table, column, value }) => `"${value}" (${column}, ${placeName(table)})`).join(', ')}?`,
      `מה צריך להפוך ל-"${right}": ${found.map(({ table, column, value }) => `"${value}" (${column}, ${placeName(table)})`).join(', ')}?`,
      found
        .slice(0, 3)
        .map(({ table, value }) =>
          asked.say(
            `Replace ${inRequest(value)} with "${right}" ${placeOf(table, 'en')}`,
            `החלף ${inRequest(value)} ב-"${right}" ${placeOf(table, 'he')}`,
          ),
        ),
    );
  yield* writeCells(
    asked,
    only.table,
    only.rows.map((row) => ({ row, column: only.column, value: right })),
  );
  const count = only.rows.length;
  return asked.say(
    `Changed ${count === 1 ? '1 cell' : `${count} cells`} of ${only.column} in ${placeName(only.table)}: "${only.value}" → "${right}".`,
    `${count === 1 ? 'תא אחד השתנה' : `${count} תאים השתנו`} בעמודה ${only.column} בקובץ ${placeName(only.table)}: "${only.value}" → "${right}".`,
  );
}
