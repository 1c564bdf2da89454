import { quoteToHtml, quoteToPdf } from '../../packages/studio/src/adapters/documents/quote-files.ts';
import { clientQuoteOf } from '../../packages/studio/src/core/quote/client-quote.ts';
import { issued, novaState, snapshotOf } from '../../packages/studio/src/core/quote/testing/nova.ts';
import { aMaterial, anElement } from '../../packages/studio/src/core/testing/records.ts';
import { type Bench, median } from '../bench.ts';
import { samplesOf } from '../timing.ts';

const LINES = 60;

/** A quote of sixty lines in two languages, laid out and written again each time; only fonts stay loaded. */
export const documents: Bench = {
  ids: ['quote-html', 'quote-pdf'],
  run: async ({ say }) => {
    const more = Array.from({ length: LINES - 4 }, (_, at) => [
      anElement(`el_x${at}`, {
        name: { he: `אלמנט מספר ${at}`, en: `Element number ${at}` },
        clientText: {
          he: `קיר דיקט ליבנה 18 מ״מ, חלק ${at}, צבוע בלבן (RAL 9010), כולל הובלה.`,
          en: `Birch ply wall 18 mm, part ${at}, painted white (RAL 9010), delivered.`,
        },
      }),
      aMaterial(`mat_x${at}`, { elementId: `el_x${at}`, unitCostMinor: 20_000 + at }),
    ]);
    const state = novaState(...more.flat());
    for (const element of state.records.element.values())
      if (element.id !== 'el_5') state.snapshots.set(element.id, [snapshotOf(element)]);
    const quote = clientQuoteOf(issued(state, { locale: 'both' }));
    const lines = quote.lines.length;
    if (lines < LINES) throw new Error(`${lines} lines`);
    say(`${lines} lines`);
    const html = await samplesOf(20, () => quoteToHtml(quote));
    const pdf = await samplesOf(10, () => quoteToPdf(quote), 2);
    return [
      { id: 'quote-html', value: median(html), unit: 'ms' },
      { id: 'quote-pdf', value: median(pdf), unit: 'ms' },
    ];
  },
};
