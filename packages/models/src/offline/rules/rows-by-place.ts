import { carryOut } from '../everyday/acts.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { refuse } from '../plan.ts';
import { unquote } from '../reading/quotes.ts';
import { NotForThisRule, type OfflineRule } from '../rule.ts';

const rows =
  'rows? (?<rows>\\d+(?:, \\d+)*) of (?:sheet "(?<sheet>[^"]+)" of |table (?<table>\\d+) of )?"(?<path>[^"]+)"';
const ways: readonly RegExp[] = [
  new RegExp(`^Delete ${rows}$`, 'u'),
  new RegExp(`^Set "(?<head>[^"]+)" to "(?<value>[^"]*)" in ${rows}$`, 'u'),
  new RegExp(`^Save ${rows} as an? (?<kind>csv|xlsx)(?: named "(?<name>[^"]+)")?$`, 'u'),
];

/** "Delete rows 3, 5 of "orders.csv"": what goes on from a turn before, said so that it stands alone. */
export const rowsByPlaceRule: OfflineRule = {
  id: 'rows-by-place',
  ways: [],
  readsDays: true,
  read: ({ original }) => ways.map((each) => each.exec(original.trim())?.groups).find((each) => each !== undefined),
  *plan(asked) {
    const at = ways.findIndex((each) => each.test(asked.original.trim()));
    const parts = ways[at]?.exec(asked.original.trim())?.groups;
    if (!parts) throw new NotForThisRule();
    const path = unquote(parts.path ?? '', asked.quoted);
    const source = asked.files.find((file) => file.path === path);
    const sheets = source ? yield* sheetsOf({ ...asked, source, sheet: undefined, rest: '' }) : [];
    const sheet = sheets.find(
      ({ table, document }) =>
        (parts.sheet === undefined || table.sheet === parts.sheet) &&
        (parts.table === undefined || document?.table === Number(parts.table)),
    );
    const ids = (parts.rows ?? '').split(', ').map(Number);
    const places = ids.map((id) => sheet?.rowIds.indexOf(id) ?? -1);
    if (!sheet || places.some((place) => place < 0))
      return refuse(`${path} has no such rows any more.`, `בקובץ ${path} אין עוד שורות כאלה.`);
    const column = sheet.heads.find(({ name }) => name === parts.head);
    if (at === 1 && !column)
      return refuse(`${path} has no column ${parts.head}.`, `בקובץ ${path} אין עמודה ${parts.head}.`);
    const kind = at === 0 ? 'delete' : at === 1 ? 'set' : 'save';
    const value = column?.kind === 'number' ? Number(parts.value) : (parts.value ?? '');
    return yield* carryOut(asked, {
      kind,
      sheet,
      rows: places,
      which: { en: '', he: '' },
      ...(kind === 'save' ? { isBook: parts.kind === 'xlsx' } : {}),
      ...(parts.name === undefined ? {} : { saveAs: unquote(parts.name, asked.quoted) }),
      ...(column ? { column, value } : {}),
      ...(column?.kind === 'day' && source?.kind === 'xlsx' && /^\d{4}-\d\d-\d\d$/.test(String(value))
        ? { isDate: true }
        : {}),
    });
  },
};
