import { THEN } from '../parts.ts';
import { isPlainName } from '../reading/fields.ts';
import { distance } from '../reading/spelling.ts';
import { actInWords } from './acts.ts';
import { headCalled, tableCalled } from './said-names.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

const verb = '(?:replace|change|swap|correct|fix|update|turn|make|rename)';
const must =
  '(?:must|should|has to|have to|needs to|ought to|is to|are to) (?:be|say|read|become|be called|be written)';
const forms: readonly RegExp[] = [
  new RegExp(`^(?:please )?(?:${verb} )?(?:all |every |the )?(?<from>.+?) (?:${must}|=>|->|→) (?<to>.+)$`, 'iu'),
  new RegExp(`^(?:please )?${verb} (?:all |every |the )?(?<from>.+?) (?:with|to|into|by) (?<to>.+)$`, 'iu'),
  /^(?:please )?(?:write|put|use|say|have) (?<to>.+?) (?:instead of|in place of|rather than) (?<from>.+)$/iu,
  /^(?:it says |there is |theres )(?<from>.+?),? (?:that|it|this) (?:must|should) (?:be|say|read) (?<to>.+)$/iu,
  /^(?:תחלי(?:ף|פי)|החל(?:ף|יפי)|להחליף|תשנ[הי]|שנ[הי]|לשנות|תתק(?:ן|ני)|תק(?:ן|ני)|לתקן) (?:את )?(?<from>.+?) [לב]-?(?<to>\S+(?: \S+){0,3})$/u,
  /^(?<from>.+?) (?:צריך|צריכה|אמורה?|חייבת?) (?:להיות|להיכתב) (?<to>.+)$/u,
  /^(?:לכתוב|תכתבי?|לרשום|תרשמי?) (?<to>.+?) במקום (?<from>.+)$/u,
];
const asks = /[?]|^(?:who|which|what|when|where|how|why|is|are|does|do|מי|מה|כמה|איזה|אילו|מתי|איפה)(?![\p{L}])/iu;
const narrows =
  /(?<![\p{L}])(?:not|only|except|unless|if|when|where|whose|for the|לא|רק|חוץ|אם|כאשר|שבהן|שבו)(?![\p{L}])/iu;
const tail = /[\s,]+(?:please|pls|everywhere|throughout|instead|too|as well|now|בבקשה|בכל מקום|גם)[\s.!]*$/iu;

/**
 * "Correct in repairs: mountan bike, and flat tire must be flat tyre": values that become others, one after another.
 * Each is looked up in the columns of texts; one that is almost a commoner value needs no other named.
 */
export const changedValues = (words: string, sheets: readonly Sheet[]): string | undefined => {
  if (asks.test(words) || narrows.test(words)) return undefined;
  const lead =
    /^(?:please |pls )?(?:correct|fix|typos?|mistakes?|spelling|change|replace) (?:in|on) (?:the |my |our )?(?<place>[^:,]{2,40}):\s*(?<rest>.+)$/iu.exec(
      words,
    )?.groups;
  const named = lead?.place === undefined ? undefined : tableCalled(lead.place, sheets);
  if (lead && !named) return undefined;
  const isFixing = lead !== undefined;
  const clauses = (lead?.rest ?? words)
    .split(/\s*[,;]\s*(?:and |ו(?=\p{Script=Hebrew}))?|\s+and (?=\p{L}+(?: \p{L}+)* (?:must|should|to)(?![\p{L}]))/u)
    .map((clause) =>
      clause
        .replace(/[\s.!]+$/u, '')
        .replace(tail, '')
        .trim(),
    )
    .filter((clause) => clause !== '');
  const acts: string[] = [];
  let column: readonly Place[] | undefined;
  for (const clause of clauses) {
    // "In Bike, E-Bike should be e-bike": the column stands in a clause of its own.
    const alone = /^(?:in|under|ב)\s?(?:the )?(?:column |עמודת )?(?<head>[\p{L} ]{2,30})$/iu.exec(clause)?.groups?.head;
    const own = alone === undefined || acts.length > 0 ? [] : columnsCalled(alone, named ? [named] : sheets);
    if (own.length > 0) {
      column = own;
      continue;
    }
    const { places, rest } = placeOf(clause, named ? [named] : sheets);
    column = places ?? column;
    const act = changeIn(rest, column, named ? [named] : sheets, isFixing);
    if (act === undefined) return undefined;
    acts.push(...act);
  }
  return acts.length > 0 && acts.length <= mostActs ? [...new Set(acts)].join(THEN.en) : undefined;
};
const mostActs = 8;

type Place = { readonly sheet: Sheet; readonly head: Head };

/** "In Status …", "בסטטוס …": the column comes first. */
const placeOf = (
  clause: string,
  sheets: readonly Sheet[],
): { readonly places?: readonly Place[]; readonly rest: string } => {
  const lead =
    /^(?:in|under) (?:the )?(?:column )?(?<head>[\p{L} ]{2,30}?)(?: column)?[,:]? (?<rest>(?:replace|change|all|every|write|put|use|["'“]|\p{Lu}).*)$/iu.exec(
      clause,
    )?.groups ?? /^ב(?:עמודת |עמודה |טור )?ה?(?<head>\p{L}+),? (?<rest>.+)$/u.exec(clause)?.groups;
  if (!lead?.head || !lead.rest) return { rest: clause };
  const found = columnsCalled(lead.head, sheets);
  return found.length > 0 ? { places: found, rest: lead.rest } : { rest: clause };
};

const columnsCalled = (said: string, sheets: readonly Sheet[]): readonly Place[] =>
  sheets.flatMap((sheet) => {
    const head = sheet.document ? undefined : headCalled(said, sheet)?.head;
    return head?.kind === 'text' ? [{ sheet, head }] : [];
  });

const bare = (said: string): string =>
  said
    .trim()
    .replace(/^["'“”״]+|["'“”״]+$/gu, '')
    .trim();

const changeIn = (
  clause: string,
  column: readonly Place[] | undefined,
  sheets: readonly Sheet[],
  isFixing: boolean,
): readonly string[] | undefined => {
  const places = column
    ? column
    : sheets.flatMap((sheet) =>
        sheet.document ? [] : sheet.heads.filter(({ kind }) => kind === 'text').map((head) => ({ sheet, head })),
      );
  const parts = forms.map((form) => form.exec(clause)?.groups).find((each) => each !== undefined);
  if (parts?.from && parts.to) {
    const [from, to] = [bare(parts.from), bare(parts.to)];
    // "Stools in sales.csv for March" is no value: words that narrow it stand within.
    const isQuoted = /^["'“”״].+["'“”״]$/u.test(parts.to.trim());
    if (!isQuoted && (!isPlainName(to) || /[.]\p{L}{3,4}(?![\p{L}])/u.test(to))) return undefined;
    if (from === '' || to === '' || from === to || to.split(/\s+/u).length > 5) return undefined;
    const found = places.flatMap((place) => replacing(place, from, to));
    const whole = found.filter(({ isWhole }) => isWhole);
    const [only, other] = whole.length > 0 ? whole : found;
    return only && !other ? only.acts : undefined;
  }
  if (!isFixing) return undefined;
  // "Mountan bike" alone: what is written almost so, and more often.
  const wrong = plain(bare(clause));
  const found = places.flatMap(({ sheet, head }) => {
    const near = [...head.texts].filter(
      ([text, { count }]) =>
        text !== wrong && count > (head.texts.get(wrong)?.count ?? 0) && distance(text, wrong) === 1,
    );
    const [right, second] = near;
    return head.texts.has(wrong) && wrong.length > 4 && right && !second
      ? [replacing({ sheet, head }, bare(clause), right[1].written)]
      : [];
  });
  const [only, other] = found;
  return only && !other ? only[0]?.acts : undefined;
};

/** What the column would say: whole cells first, else the words within them. */
const replacing = ({ sheet, head }: Place, from: string, to: string) => {
  const cells = sheet.shown.map((row, at) => ({ at, cell: String(row[head.at] ?? '') }));
  const whole = cells.filter(({ cell }) => cell.trim() === from);
  const alike =
    whole.length > 0 ? whole : cells.filter(({ cell }) => plain(cell) === plain(from) && cell.trim() !== to);
  const within = new RegExp(
    `(?<![\\p{L}\\p{N}])${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const partly = alike.length > 0 ? [] : cells.filter(({ cell }) => cell.search(within) >= 0);
  const changed = [
    ...alike.map(({ at }) => ({ at, value: to })),
    ...partly.map(({ at, cell }) => ({ at, value: cell.replace(within, to) })),
  ];
  const byValue = Map.groupBy(changed, ({ value }) => value);
  const acts = [...byValue].map(([value, rows]) =>
    actInWords({ kind: 'set', sheet, rows: rows.map(({ at }) => at), which: { en: '', he: '' }, column: head, value }),
  );
  const known = acts.flatMap((act) => act ?? []);
  return known.length === acts.length && acts.length > 0 && acts.length <= mostActs
    ? [{ acts: known, isWhole: alike.length > 0 }]
    : [];
};
