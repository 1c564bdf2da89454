import { addsWords } from '../rules/words.ts';
import { actInWords } from './acts.ts';
import { writtenFor } from './said-cells.ts';
import { columnSaying, headCalled, rowCalled, SeveralPlaces, tableCalled } from './said-names.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { paidDayOf } from './states.ts';

const moves: readonly RegExp[] = [
  /^(?:.*[,.;] )?(?:everything|all (?:things|items|rows|entries)|all) (?:that (?:was|is|were|are) |which (?:was|is|were|are) )?(?:(?:on|in|at|under|with|from) )(?<from>.+?) (?:has |have |is |are |was |were )?(?:now |been |all )*(?:moved|gone|going|put|transferred|changed) (?:over |across )?(?:to|into|onto|on|in) (?<to>[^,.;]+)$/iu,
  /^(?:.*[,.;] )?כל (?:מה ש|הדברים ש|השורות ש|הפריטים ש)?(?:היה|היו|נמצא|נמצאים|יש)? ?(?:על|ב-?|תחת|אצל) ?(?<from>.+?) (?:עבר|עברו|הועבר|הועברו|עובר|עוברים) (?:אל |ל-?)(?<to>[^,.;]+)$/u,
];
/** "Everything on shelf B3 has moved to D1": one value of one column becomes another. */
export const moved = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const parts = moves.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.from || !parts.to) return undefined;
  const found = sheets.flatMap((sheet) => {
    const [from, to] = [parts.from ?? '', parts.to ?? ''].map((said) => valueBehindHead(said, sheet));
    if (!from || !to || (from.head && to.head && from.head !== to.head)) return [];
    const heads = sheet.heads.filter(
      (head) =>
        head.kind === 'text' && head.texts.has(plain(from.value)) && (from.head === undefined || from.head === head),
    );
    const [head, other] = heads;
    if (!head || other || /\s/u.test(to.value)) return [];
    const rows = sheet.rows.flatMap((row, at) => (plain(String(row[head.at] ?? '')) === plain(from.value) ? [at] : []));
    const value = head.texts.get(plain(to.value))?.written ?? to.value;
    return actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value }) ?? [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

/** "Shelf B3": the column, where its name stands before the value. */
const valueBehindHead = (said: string, sheet: Sheet): { readonly head?: Head; readonly value: string } | undefined => {
  const [first = '', ...rest] = said
    .trim()
    .replace(/^(?:the|our) /iu, '')
    .split(' ');
  if (rest.length === 0) return { value: first };
  const head = headCalled(first.replace(/^ה/u, ''), sheet)?.head;
  return head ? { head, value: rest.join(' ') } : undefined;
};

const pays: readonly RegExp[] = [
  /^(?<row>.+?) (?:has|have|had)(?: just| now| finally| already)* paid(?: up| in full)?(?<when> today| yesterday| on [^,]+)?(?:[\s,.;–-]+(?:so |and |please |can you )*(?:set|mark|put|change|update)(?: (?:it|that|them|him|her|this))?(?: (?:to|as|down as))? ?(?:paid)?(?<date>,? (?:with|and put|dated?|as of|from)? ?(?:today'?s date|todays date|the date of today|today))?)?$/iu,
  /^(?<row>.+?) (?:was|were|got|is|has been|have been) (?:now |finally )?paid(?: in full)?(?<when> today| yesterday| on [^,]+?)(?:[\s,.;–-]+(?:so |and |please |pls |can you |could you )*(?:put|set|mark|note|enter|record|update|add|write)(?: (?:it|that|this|them))?(?: (?:in|down))?(?: please| pls)?)?$/iu,
  /^(?<row>.+?) (?:just |now )?paid(?<when> today| yesterday| on [^,]+)(?:[\s,.;–-]+(?:so |and |please )*(?:set|mark|put|update).*)?$/iu,
  /^(?<row>.+?) (?:שילם|שילמה|שילמו|שולם|שולמה)(?<when> היום| אתמול)?(?:[\s,.;–-]+(?:תעדכ(?:ן|ני)|תסמ(?:ן|ני)|לעדכן|לסמן|בבקשה|את זה| )+)?$/u,
];
/** "Order 1200 has just paid": what tells that it is paid, and the day where there is a column for it. */
export const paidNow = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const parts = pays.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.row || /(?<![\p{L}])(?:not|who|which|all|every|both|לא|מי|כל)(?![\p{L}])/iu.test(parts.row))
    return undefined;
  const found = sheets.flatMap((sheet) => {
    const row = rowCalled(parts.row ?? '', sheet, sheets);
    const status =
      row === undefined ? undefined : columnSaying(/\p{Script=Hebrew}/u.test(words) ? 'שילמה' : 'paid', sheet);
    if (row === undefined) return [];
    const said = (parts.date ? 'today' : (parts.when ?? '')).trim().replace(/^on /iu, '');
    const paidDay = paidDayOf(sheet);
    const written = paidDay && said !== '' ? writtenFor(paidDay, said, sheet, day) : undefined;
    if ((paidDay && said !== '' && !written) || (!status?.value && !written)) return [];
    const acts = [
      ...(status?.value
        ? [
            actInWords({
              kind: 'set',
              sheet,
              rows: [row],
              which: { en: '', he: '' },
              column: status.head,
              value: status.value,
            }),
          ]
        : []),
      ...(paidDay && written
        ? [
            actInWords({
              kind: 'set',
              sheet,
              rows: [row],
              which: { en: '', he: '' },
              column: paidDay,
              value: written.value,
            }),
          ]
        : []),
    ];
    return acts.every((act) => act !== undefined) ? [acts.join('; then ')] : [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

const fills: readonly RegExp[] = [
  /^(?:(?:in|on|for) (?:the |my |our )?(?<place>[^,:]+?)[,:]? )?(?:please )?(?:write|put|enter|fill in|set) (?:an? |the )?(?<value>"[^"]+"|\S+)(?: in)?,? (?:where(?:ver)?|everywhere|in (?:all|every) (?:rows?|cells?) where|for (?:all|every one|everyone|those) (?:who|that|with)?) ?(?:there is|there's|theres|it has|it says|they have|has|have|the|it is|is)? ?(?:no|nothing in|nothing for|an empty|empty|without an?|missing(?: an?)?) (?<head>[^,.]+?)(?: (?:yet|written|entered|given))?$/iu,
  /^(?:(?:in|on|for) (?:the |my |our )?(?<place>[^,:]+?)[,:]? )?(?:please )?fill (?:in )?(?:the |all |all the )?(?:empty|blank|missing) (?<head>[^,.]+?)(?: (?:cells?|fields?|ones|rows))? (?:with|by|as) (?:an? )?(?<value>"[^"]+"|\S+)$/iu,
  /^(?:ב(?<place>[^,:]+?)[,:]? )?(?:תכתבי?|תרש(?:ום|מי)|תשי(?:ם|מי)|תמלאי?) (?<value>"[^"]+"|\S+) (?:איפה|היכן|בכל מקום|בכל השורות) (?:שאין|שחסר|שחסרה|שריק) (?<head>[^,.]+?)$/u,
  /^ב(?:עמודת|עמודה|טור) (?<head>[^,.]+?),? (?:איפה|היכן|בכל מקום|במקומות) ש(?:ריק|ריקה|ריקים|אין|חסר)(?: כלום| ערך)?,? (?:לכתוב|תכתבי?|תרש(?:ום|מי)|לשים|תשי(?:ם|מי)|למלא|תמלאי?) (?<value>"[^"]+"|\S+)$/u,
];
/** "Write 0 where there is no discount": every empty cell of one column. */
export const filled = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const parts = fills.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.head || !parts.value) return undefined;
  const place = parts.place === undefined ? undefined : tableCalled(parts.place, sheets);
  if (parts.place !== undefined && !place) return undefined;
  const found = (place ? [place] : sheets).flatMap((sheet) => {
    const head = headCalled((parts.head ?? '').replace(/^ה/u, ''), sheet)?.head;
    const rows = head
      ? sheet.rows.flatMap((row, at) => (row[head.at] === null && sheet.shown[at]?.[head.at] === null ? [at] : []))
      : [];
    const said = (parts.value ?? '').replace(/^"|"$/gu, '');
    const value = head?.kind === 'number' ? Number(said) : said;
    if (!head || rows.length === 0 || head.kind === 'day' || Number.isNaN(value)) return [];
    return actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value }) ?? [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

const become =
  '(?:is now|should now be|should be|must be|is going to be|is|has changed to|changed to|goes up to|goes down to|has gone up to|has gone down to|goes to|has gone to|went up to|went down to|moves to|becomes|will be|=)';
const again =
  '(?:[\\s,.;–-]+(?:so |and )?(?:please |pls |can you |could you )*(?:change|update|fill|put|fix|correct|enter|note|record|mark|set|add)(?: (?:it|that|this|them))?(?: (?:in|accordingly|please|for me|there|down))*)?';
const cellWays: readonly RegExp[] = [
  /^(?:change|set|update|push|move|put|make|correct|edit|raise|lower|postpone|bring forward|extend|adjust|alter)(?: back)? (?:the )?(?<head>[\p{L} ()$£€./-]+?) (?:of|for|on) (?<row>.+?) (?:to|as|into|=|at|until) (?<value>.+)$/iu,
  /^(?:change|set|update|push|move|make|correct|edit|adjust) (?<row>.+?)(?:'s|s') (?<head>[\p{L} ()$£€./-]+?) (?:to|as|into|=|until) (?<value>.+)$/iu,
  new RegExp(
    `^(?:the )?(?:new )?(?<head>[\\p{L} ()$£€./-]+?) (?:of|for|on) (?<row>.+?) ${become} (?<value>.+?)${again}$`,
    'iu',
  ),
  new RegExp(
    `^(?<row>.+?) (?:have|has|have got|has got|got|gets|is getting) (?:an? )?new (?<head>[\\p{L} ]+?)(?:,|:| -| –| -| is| called| named)+\\s*(?<value>.+?)${again}$`,
    'iu',
  ),
  new RegExp(`^(?<row>.+?)(?:'s|s') (?:new )?(?<head>[\\p{L} ()$£€./-]+?) ${become} (?<value>.+?)${again}$`, 'iu'),
  /^(?:mark|set|flag|tick off|tick) (?<row>.+?) (?:down )?(?:as|to) (?<value>.+)$/iu,
  /^(?:assign|give|hand|pass|reassign|allocate) (?<row>.+?) (?:over )?to (?<value>.+)$/iu,
  new RegExp(
    `^(?<row>.+?) (?:is|are|has been|have been|was|has) (?:now |just |already |all |been )*(?<value>done|finished|complete|completed|closed|paid|cancelled|delivered|returned|sent|sorted|approved|confirmed|signed|resolved|ready|in progress|on hold|blocked|open)${again}$`,
    'iu',
  ),
  /^ה?(?<row>.+?) (?<value>בוצעה?|הושלמה?|הסתיימה?|שולמה?|נסגרה?|אושרה?|טופלה?|שילמה?)(?: היום)?(?:[\s,.;–-]+(?:תסמ(?:ן|ני)|תעדכ(?:ן|ני)|לסמן|לעדכן|בבקשה|את זה| )+)?$/u,
];

/** "Sentry One have a new contact, Marcus Ellery": one row that is named, and what it should say. */
export const withCells = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const wishes = words.split(/\s+and\s+(?=[\p{L}\p{N}-]+ to \p{Lu})/u);
  if (wishes.length > 1) {
    const verb = /^(?:assign|give|move|set|change|hand) /iu.exec(words)?.[0] ?? '';
    const all = wishes.map((wish, at) => withCells(at === 0 ? wish : `${verb}${wish}`, sheets, day));
    return all.every((each) => each !== undefined) ? all.join('; then ') : undefined;
  }
  if (
    /(?<![\p{L}])(?:not|no|never|don't|except|only|all|every|each|both|or|unless|if|half|לא|רק|כל|חוץ)(?![\p{L}])/iu.test(
      words,
    )
  )
    return undefined;
  const found = new Map<string, string>();
  for (const way of cellWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.row || !parts.value) continue;
    // A second sentence is no part of the value.
    if (/[.!?;]\s+\p{L}|,? and \p{L}+ (?:the|his|her|their|its|it|that)(?![\p{L}])/u.test(parts.value)) continue;
    const value = parts.value
      .trim()
      .replace(/[.!]+$/u, '')
      .replace(/^(?:the|a|an) (?=\p{Ll})/u, '');
    for (const sheet of sheets) {
      const row = rowCalled(parts.row, sheet, sheets);
      if (row === undefined) continue;
      const target = parts.head === undefined ? columnSaying(value, sheet) : headCalled(parts.head, sheet);
      const written =
        target &&
        (parts.head === undefined
          ? target.value !== undefined
            ? { value: target.value }
            : undefined
          : writtenFor(target.head, value, sheet, day));
      if (!target || !written) continue;
      // "Finished last year" of a column that says Finished: what the rest means, nobody knows.
      if (
        addsWords(
          value,
          [...target.head.texts.values()].map((each) => each.written),
        )
      )
        continue;
      const act = actInWords({
        kind: 'set',
        sheet,
        rows: [row],
        which: { en: '', he: '' },
        column: target.head,
        value: written.value,
      });
      if (act !== undefined) found.set(`${sheet.table.path} ${sheet.table.sheet ?? ''} ${row} ${target.head.at}`, act);
    }
    if (found.size > 0) break;
  }
  const [only, other] = found.values();
  if (only !== undefined && other !== undefined) throw new SeveralPlaces([...found.values()]);
  return only;
};
