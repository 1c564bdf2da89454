import { callDocx } from '../everyday/acts.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { refuse } from '../plan.ts';
import { NotForThisRule, type OfflineRule } from '../rule.ts';

const way = /^Add to table (?<table>\d+) of "(?<path>[^"]+)": (?<cells>"[^"]+" "[^"]*"(?:, "[^"]+" "[^"]*")*)$/u;

/** A new row at the foot of a table in a document. */
export const addToTableRule: OfflineRule = {
  id: 'add-to-table',
  ways: [],
  readsDays: true,
  read: ({ original }) => way.exec(original.trim())?.groups,
  *plan(asked) {
    const parts = way.exec(asked.original.trim())?.groups;
    if (!parts) throw new NotForThisRule();
    const source = asked.files.find(({ path }) => path === parts.path);
    const sheets = source ? yield* sheetsOf({ ...asked, source, sheet: undefined, rest: '' }) : [];
    const sheet = sheets.find(({ document }) => document?.table === Number(parts.table));
    if (!sheet?.document) return refuse(`${parts.path} has no such table.`, `בקובץ ${parts.path} אין טבלה כזאת.`);
    const cells = new Map(
      [...(parts.cells ?? '').matchAll(/"([^"]+)" "([^"]*)"/gu)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    );
    if ([...cells.keys()].some((name) => !sheet.heads.some((head) => head.name === name)))
      return refuse(`The table in ${parts.path} has other columns.`, `בטבלה ב-${parts.path} יש עמודות אחרות.`);
    const row = sheet.heads.map(({ name }) => cells.get(name) ?? '');
    const last = Math.max(...sheet.rowIds);
    yield* callDocx(asked, sheet, [
      { op: 'insert_table_rows', table: sheet.document.table, at: last + 1, rows: [row] },
    ]);
    const empty = sheet.heads.filter(({ name }) => !cells.has(name)).map(({ name }) => name);
    return [
      asked.say(`Added a row to the table in ${parts.path}:`, `נוספה שורה לטבלה בקובץ ${parts.path}:`),
      ...[...cells].map(([name, value]) => `- ${name}: ${value}`),
      ...(empty.length > 0 ? [asked.say(`Left empty: ${empty.join(', ')}.`, `נשארו ריקות: ${empty.join(', ')}.`)] : []),
    ].join('\n');
  },
};
