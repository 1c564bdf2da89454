import { carryOut } from '../everyday/acts.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { refuse, type Sub } from '../plan.ts';
import { unquote } from '../reading/quotes.ts';
import { type Asked, NotForThisRule, type OfflineRule, type Parts } from '../rule.ts';
import { placeName } from './word-question.ts';
import { writeCells } from './write-cells.ts';

const rows =
  'rows? (?<rows>\\d+(?:, \\d+)*) of (?:sheet "(?<sheet>[^"]+)" of |table (?<table>\\d+) of )?"(?<path>[^"]+)"';
const ways: readonly RegExp[] = [
  new RegExp(`^Delete ${rows}$`, 'u'),
  new RegExp(`^Set "(?<head>[^"]+)" to "(?<value>[^"]*)" in ${rows}$`, 'u'),
  new RegExp(`^Clear "(?<head>[^"]+)" in ${rows}$`, 'u'),
  new RegExp(`^Save ${rows} as an? (?<kind>csv|xlsx)(?: named "(?<name>[^"]+)")?$`, 'u'),
];

/** Between changes of cells that are written at once: none is done without the others. */
const AT_ONCE = ' && ';
const cellChange = [ways[1], ways[2]] as const;
const changesIn = (request: string): readonly Parts[] | undefined => {
  const parts = request.trim().split(AT_ONCE);
  const read = parts.map((part) =>
    cellChange.map((each) => each?.exec(part)?.groups).find((each) => each !== undefined),
  );
  const [first] = read;
  const isOne = read.every(
    (each) => each?.path === first?.path && each?.sheet === first?.sheet && each?.table === undefined,
  );
  if (parts.length < 2 || !first || !isOne) return undefined;
  return read.map((each) => ({ ...each }));
};

/** "Delete rows 3, 5 of "orders.csv"": what goes on from a turn before, said so that it stands alone. */
export const rowsByPlaceRule: OfflineRule = {
  id: 'rows-by-place',
  ways: [],
  readsDays: true,
  read: ({ original }) =>
    (changesIn(original) === undefined ? undefined : {}) ??
    ways.map((each) => each.exec(original.trim())?.groups).find((each) => each !== undefined),
  *plan(asked) {
    const several = changesIn(asked.original);
    if (several) return yield* changeAtOnce(asked, several);
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
    if ((at === 1 || at === 2) && !column)
      return refuse(`${path} has no column ${parts.head}.`, `בקובץ ${path} אין עמודה ${parts.head}.`);
    const kind = at === 0 ? 'delete' : at === 3 ? 'save' : 'set';
    const value = at === 2 ? '' : column?.kind === 'number' ? Number(parts.value) : (parts.value ?? '');
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

function* changeAtOnce(asked: Asked, changes: readonly Parts[]): Sub<string> {
  const [first] = changes;
  const path = unquote(first?.path ?? '', asked.quoted);
  const source = asked.files.find((file) => file.path === path);
  const sheets = source ? yield* sheetsOf({ ...asked, source, sheet: undefined, rest: '' }) : [];
  const sheet = sheets.find(
    ({ table, document }) => !document && (first?.sheet === undefined || table.sheet === first.sheet),
  );
  const cells = changes.flatMap(({ head, value, rows: said = '' }) => {
    const column = sheet?.heads.find(({ name }) => name === head);
    return said.split(', ').map((id) => ({
      column,
      at: sheet?.rowIds.indexOf(Number(id)) ?? -1,
      value: column?.kind === 'number' && value !== undefined ? Number(value) : (value ?? ''),
    }));
  });
  if (!sheet || cells.some(({ column, at }) => column === undefined || at < 0))
    return refuse(`${path} has no such cells any more.`, `בקובץ ${path} אין עוד תאים כאלה.`);
  const changed = cells.filter(
    ({ column, at, value }) => String(sheet.shown[at]?.[column?.at ?? 0] ?? '') !== String(value),
  );
  if (changed.length === 0)
    return refuse(
      `${placeName(sheet.table)} says so already. Nothing to change.`,
      `בקובץ ${placeName(sheet.table)} כבר כתוב כך. אין מה לשנות.`,
      [],
      path,
    );
  yield* writeCells(
    asked,
    sheet.table,
    changed.map(({ column, at, value }) => ({
      row: sheet.rowIds[at] ?? 0,
      column: column?.name ?? '',
      value,
      ...(column?.kind === 'day' && source?.kind === 'xlsx' && /^\d{4}-\d\d-\d\d$/.test(String(value))
        ? { isDate: true }
        : {}),
    })),
  );
  const named = (at: number) =>
    (sheet.shown[at] ?? [])
      .slice(0, 3)
      .map((cell) => String(cell ?? '–'))
      .join(' | ');
  return [
    asked.say(
      `Changed ${changed.length} cells of ${placeName(sheet.table)}:`,
      `שונו ${changed.length} תאים בקובץ ${placeName(sheet.table)}:`,
    ),
    ...changed
      .slice(0, 12)
      .map(
        ({ column, at, value }) =>
          `- ${named(at)}: ${column?.name}: ${value === '' ? asked.say('empty', 'ריק') : value} (${asked.say('was', 'היה')} ${sheet.shown[at]?.[column?.at ?? 0] ?? '–'})`,
      ),
    ...(changed.length > 12 ? [asked.say(`… and ${changed.length - 12} more.`, `… ועוד ${changed.length - 12}.`)] : []),
  ].join('\n');
}
