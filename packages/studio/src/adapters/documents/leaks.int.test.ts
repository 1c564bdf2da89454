import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiles, createFileWorkers } from '@atelier/files';
import { expect, test } from 'vitest';
import { quoteCsv, quoteJson } from '../../core/documents/quote-data.ts';
import { quotePrint } from '../../core/documents/quote-print.ts';
import { quoteWorkbook } from '../../core/documents/sheets/quote-sheet.ts';
import { quoteSummary } from '../../core/documents/summary.ts';
import { clientQuoteOf, previewQuote } from '../../core/quote/client-quote.ts';
import { issued, novaState, working } from '../../core/quote/testing/nova.ts';
import { aMaterial, aWork } from '../../core/testing/records.ts';
import { textByPdfium } from '../../testing/extract-pdf.ts';
import { unzipped } from '../../testing/unzipped.ts';
import { documentToWord } from './docx-file.ts';
import { quoteToHtml, quoteToPdf } from './quote-files.ts';
import { workbookToXlsx } from './workbook-file.ts';

/** Planted where costs, margins and notes live; every digit string and word is nowhere else. */
const planted = [
  '7531.59',
  '7,531.59',
  '753159',
  '864.2',
  '86420',
  'SECRETSUPPLIER',
  'סודכמוס',
  '24681',
  'PLANTEDREASON',
];

test('no export of a quote or a preview holds a planted cost, rate, margin, supplier, note or reason', async () => {
  const state = novaState(
    aMaterial('mat_77', {
      elementId: 'el_1',
      label: { he: 'סודכמוס', en: 'SECRETSUPPLIER part' },
      unitCostMinor: 753_159,
      supplier: 'SECRETSUPPLIER',
      notes: { he: 'סודכמוס' },
    }),
    aWork('wrk_77', {
      elementId: null,
      label: { he: 'סודכמוס' },
      pricing: { mode: 'hourly', minutes: 60, crew: 1, rateMinorPerHour: 86_420 },
    }),
  );
  const wall = state.records.element.get('el_1');
  if (!wall) throw new Error('no wall');
  state.records.element.set('el_1', { ...wall, notes: { he: 'סודכמוס 7531.59' } });
  state.pricing = { marginBps: 2_468, discount: { minor: 100 }, vatBps: 0, reason: 'PLANTEDREASON 24681' };
  const quotes = [
    clientQuoteOf(issued(state, { locale: 'both' })),
    previewQuote(working(state), { version: 2, today: '2026-04-16', locale: 'both' }),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'studio-leaks-'));
  const workers = createFileWorkers(folder);
  try {
    for (const quote of quotes) {
      const pdf = (await quoteToPdf(quote)).bytes;
      const xlsx = await workbookToXlsx(quoteWorkbook(quote), async (host) => createFiles(host, workers));
      const docx = await documentToWord((sizes) => quotePrint(quote, sizes));
      const zipText = (bytes: Uint8Array): string =>
        [...unzipped(Buffer.from(bytes)).values()].map((part) => part.toString('utf8')).join('\n');
      const texts: Readonly<Record<string, string>> = {
        html: (await quoteToHtml(quote)).replace(/base64,[A-Za-z0-9+/=]+/g, ''),
        pdf: await textByPdfium(pdf),
        pdfRaw: Buffer.from(pdf).toString('latin1'),
        csv: quoteCsv(quote),
        json: quoteJson(quote),
        xlsx: zipText(xlsx),
        docx: zipText(docx),
        he: quoteSummary(quote, 'he'),
        en: quoteSummary(quote, 'en'),
      };
      for (const [format, text] of Object.entries(texts)) {
        if (format !== 'pdfRaw')
          expect([format, text.includes('קיר לוגו') || text.includes('Logo wall')]).toEqual([format, true]);
        for (const figure of planted) expect([format, figure, text.includes(figure)]).toEqual([format, figure, false]);
      }
    }
  } finally {
    await workers.close();
    await rm(folder, { recursive: true, force: true });
  }
});
