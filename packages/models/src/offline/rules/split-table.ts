import { carryOut } from '../everyday/acts.ts';
import { groupBy } from '../everyday/filters.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { headCalled, tableCalled } from '../everyday/said-names.ts';
import type { Head, Sheet } from '../everyday/sheets.ts';
import { refuse } from '../plan.ts';
import { NotForThisRule, type OfflineRule } from '../rule.ts';
import { placeName } from './word-question.ts';

const polite = '(?:(?:please|pls|can you|could you|ok|now|and|בבקשה|אפשר)[\\s,]+)*';
const file = '(?:csv |excel |xlsx |separate |own |new )*(?:files?|workbooks?|lists?|spreadsheets?)';
const ways: readonly RegExp[] = [
  new RegExp(
    `^${polite}(?:split|divide|separate|break)(?: up)? (?<place>.+?)(?: up)? (?:into|in|to) (?:one |an? |its own |separate |own |different )*${file} (?:for each|for every|per|by|each) (?<head>[^,.]+?)$`,
    'iu',
  ),
  new RegExp(
    `^${polite}(?:make|create|give me|i need|i want|do|save) (?:one|an? (?:separate|own|new)?|separate) ?${file} (?:for each|for every|per) (?<head>[^,.]+?) (?:from|out of|of|with) (?<place>[^,.]+?)$`,
    'iu',
  ),
  new RegExp(
    `^${polite}(?:תפצלי?|פצלי?|לפצל|תחלקי?|לחלק) (?:את )?(?<place>.+?) (?:לקבצים|לקובץ)(?: נפרדים| נפרד)? (?:לפי|לכל) (?<head>[^,.]+?)$`,
    'u',
  ),
];
const mostFiles = 15;

const read = (original: string) => {
  const words = original
    .trim()
    .replace(/[\s.!]+$/u, '')
    .replace(/(?: please| pls| בבקשה)$/iu, '');
  return ways.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
};

/** "Split the deliveries into one file per driver": a new file for each value; the table itself stays as it is. */
export const splitTableRule: OfflineRule = {
  id: 'split-table',
  ways: [],
  read: ({ original }) => read(original),
  *plan(asked) {
    const parts = read(asked.original);
    if (!parts?.place || !parts.head) throw new NotForThisRule();
    const sheets = (yield* sheetsOf({ ...asked, source: undefined, sheet: undefined })).filter(
      ({ document }) => !document,
    );
    const named = tableCalled(parts.place, sheets, asked.files);
    const fits = (named ? [named] : []).flatMap((sheet): readonly (readonly [Sheet, Head])[] => {
      const head = headCalled(parts.head ?? '', sheet)?.head;
      return head && head.kind === 'text' ? [[sheet, head]] : [];
    });
    const [only] = fits;
    if (!only) throw new NotForThisRule();
    const [sheet, head] = only;
    const group = groupBy(head);
    const byName = Map.groupBy(
      sheet.rows.flatMap((row, at) => (row[head.at] === null ? [] : [at])),
      (at) => group.of(sheet.rows[at] ?? []),
    );
    if (byName.size > mostFiles || byName.size < 2)
      return refuse(
        `${head.name} in ${placeName(sheet.table)} has ${byName.size} different values. I make 2 to ${mostFiles} files at once.`,
        `בעמודה ${head.name} בקובץ ${placeName(sheet.table)} יש ${byName.size} ערכים שונים. אני יוצר 2 עד ${mostFiles} קבצים בבת אחת.`,
        undefined,
        sheet.table.path,
      );
    const answers: string[] = [];
    for (const [name, rows] of byName)
      answers.push(
        yield* carryOut(asked, {
          kind: 'save',
          sheet,
          rows,
          which: { en: `${head.name} is ${name}`, he: `${head.name} הוא ${name}` },
        }),
      );
    const empty = sheet.rows.filter((row) => row[head.at] === null).length;
    return [
      ...answers,
      ...group.notes.map((note) => asked.say(`Counted as one name: ${note}.`, `נספר כשם אחד: ${note}.`)),
      ...(empty > 0
        ? [
            asked.say(
              `${empty} rows without ${head.name} are in none of them.`,
              `${empty} שורות בלי ${head.name} אינן באף אחד מהם.`,
            ),
          ]
        : []),
    ].join('\n');
  },
};
