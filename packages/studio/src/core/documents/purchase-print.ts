import type { Lang } from '../domain/primitives.ts';
import { projectOf, type Records } from '../fold/records.ts';
import type { SupplierPurchases } from '../schedule/purchase-list.ts';
import { unitWords } from '../words/units.ts';
import { formatDay, formatMilli, said } from './format.ts';
import type { PrintedDocument, Row } from './pages/blocks.ts';
import { elementName } from './sheets/purchase-sheet.ts';
import { purchaseStatusWords, sheetWords } from './sheets/sheet-words.ts';
import { ltr } from './text/isolate.ts';
import { words } from './words.ts';

/** What to buy, by supplier, to take along. Without costs: it is shown around. */
export const purchasePrint = (
  groups: readonly SupplierPurchases[],
  records: Records,
  lang: Lang,
  at: string,
): PrintedDocument => {
  const word = sheetWords[lang];
  const direction = lang === 'he' ? 'rtl' : 'ltr';
  const title = `${word.purchase} – ${said(projectOf(records).title, lang).text}`;
  const blank = { texts: [] };
  const rows = groups.flatMap(({ supplier, rows: bought }): readonly Row[] => [
    {
      cells: [{ texts: [{ text: supplier ?? word.noSupplier }] }, blank, blank, blank, blank, blank],
      style: 'group',
    },
    ...bought.map(
      ({ line, status, neededBy }): Row => ({
        cells: [
          said(line.label, lang).text,
          elementName(records, line.elementId, lang),
          ltr(formatMilli(Math.ceil((line.qtyMilli * (10_000 + line.wasteBps)) / 10_000))),
          unitWords[line.unit][lang],
          neededBy === null ? '' : ltr(formatDay(neededBy, lang)),
          purchaseStatusWords[status][lang],
        ].map((text) => ({ texts: [{ text }] })),
      }),
    ),
  ]);
  return {
    title,
    author: '',
    at,
    accent: '#1f4e79',
    sections: [
      {
        lang,
        direction,
        blocks: [
          { kind: 'heading', level: 1, text: { text: title, direction } },
          { kind: 'space', points: 8 },
          {
            kind: 'table',
            columns: [
              { share: 7, align: 'start' },
              { share: 5, align: 'start' },
              { share: 2, align: 'number' },
              { share: 2, align: 'start' },
              { share: 3, align: 'number' },
              { share: 2, align: 'start' },
            ],
            head: [word.item, word.element, word.qtyWithWaste, word.unit, word.neededBy, word.status],
            rows,
          },
        ],
        foot: (page, of) => words[lang].pages(String(page), String(of)),
      },
    ],
  };
};
