import type { ClientLine, ClientQuote } from '../../quote/client-quote.ts';
import { said } from '../format.ts';
import { languagesOf, quoteView } from '../quote-view.ts';
import { words } from '../words.ts';
import { addressOf, inUnits, type Sheet, type SheetRow, type Workbook } from './workbook.ts';

/** The quote a client gets as a workbook: one sheet a language, totals that add themselves up. */
export const quoteWorkbook = (quote: ClientQuote): Workbook => ({
  sheets: languagesOf(quote).map((lang): Sheet => {
    const view = quoteView(quote, lang);
    const word = words[lang];
    const top: SheetRow[] = [
      { cells: [view.heading, view.title.text], style: 'title' },
      ...(view.notice === undefined ? [] : [{ cells: [view.notice], style: 'title' } as const]),
      { cells: [view.sender.name.text] },
      ...view.facts.map(({ label, value }): SheetRow => ({ cells: [label, value] })),
      ...view.recipient.map(({ label, value }): SheetRow => ({ cells: [label, value.text] })),
      { cells: [] },
      { cells: [...view.columns], style: 'head' },
    ];
    const lineRow = (line: ClientLine, at: number): SheetRow => ({
      cells: [
        at + 1,
        [said(line.title, lang).text, line.text === undefined ? '' : said(line.text, lang).text]
          .filter((text) => text !== '')
          .join(' – '),
        line.qty,
        line.unitPriceMinor === undefined ? null : inUnits(line.unitPriceMinor),
        inUnits(line.priceMinor),
      ],
    });
    const first = top.length;
    const sums = first + quote.lines.length;
    const amount = (row: number): string => addressOf(row, 4);
    const lines = quote.lines.length === 0 ? '0' : `SUM(${amount(first)}:${amount(sums - 1)})`;
    const total = (label: string, formula: string, style?: 'total'): SheetRow => ({
      cells: [null, label, null, null, { formula }],
      ...(style === undefined ? {} : { style }),
    });
    const extras = view.extras.flatMap(({ heading, note }, at): readonly SheetRow[] => [
      { cells: [] },
      { cells: [null, `${heading} – ${note}`], style: 'group' },
      ...([quote.optional, quote.alternatives, quote.unapproved].filter(({ length }) => length > 0)[at] ?? []).map(
        lineRow,
      ),
    ]);
    return {
      name: `${word.quote} ${lang}`,
      isRtl: lang === 'he',
      columns: [
        { width: 14 },
        { width: 60 },
        { width: 9, format: 'whole' },
        { width: 14, format: 'money' },
        { width: 16, format: 'money' },
      ],
      frozenRows: 0,
      rows: [
        ...top,
        ...quote.lines.map(lineRow),
        total(word.sum, lines),
        total(word.discount, `-${inUnits(quote.discountMinor)}`),
        total(word.rounding, String(inUnits(quote.roundingMinor))),
        total(word.subtotal, `ROUND(SUM(${amount(sums)}:${amount(sums + 2)}),2)`),
        total(word.vat, `ROUND(${amount(sums + 3)}*${quote.vatBps / 10_000},2)`),
        total(word.total, `${amount(sums + 3)}+${amount(sums + 4)}`, 'total'),
        ...extras,
        ...(view.payments.length === 0
          ? []
          : [{ cells: [] }, { cells: [null, view.paymentHeading], style: 'group' } as const]),
        ...view.payments.map(
          ({ label, due }, at): SheetRow => ({
            cells: [null, `${label.text} – ${due}`, null, null, inUnits(quote.payments[at]?.minor ?? 0)],
          }),
        ),
      ],
    };
  }),
});
