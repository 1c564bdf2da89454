import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as csv from '../../fixtures/csv/tables.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { invoiceDocx, plainDocx, translatedHeadingsDocx } from '../../fixtures/docx/small.ts';
import { evilSvg, logoSvg, picture } from '../../fixtures/image/pictures.ts';
import * as pdf from '../../fixtures/pdf/documents.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { odt } from '../../fixtures/text/odt.ts';
import {
  bank,
  date1904,
  hebrew,
  multiSheet,
  oddPrefix,
  quarterly,
  sharedFormulas,
  sparklines,
  sparseXfd,
  validations,
} from '../../fixtures/xlsx/plain-books.ts';
import { pivotSlicer, rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { openFiles } from '../testing/open-files.ts';

let folder = '';
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-determinism-'));
  const tables = {
    roster: csv.roster(),
    projects: csv.projects(),
    win1252: csv.win1252(),
    sjis: csv.sjis(),
    utf16: csv.utf16(),
    ragged: csv.ragged(),
    preamble: csv.preamble(),
    eu: csv.eu(),
    dup_header: csv.dupHeader(),
    inject: csv.inject(),
  };
  for (const [name, { bytes }] of Object.entries(tables)) host.put(`${name}.csv`, bytes);
  host.put('table.txt', csv.sniffedTable().bytes);
  const books = {
    bank,
    date1904,
    hebrew,
    multiSheet,
    oddPrefix,
    quarterly,
    sharedFormulas,
    sparklines,
    sparseXfd,
    validations,
    rich,
    pivotSlicer,
  };
  for (const [name, make] of Object.entries(books)) host.put(`${name}.xlsx`, make());
  const papers = {
    rich: richDocx,
    invoice: invoiceDocx,
    plain: plainDocx,
    translated_headings: translatedHeadingsDocx,
  };
  for (const [name, make] of Object.entries(papers)) host.put(`${name}.docx`, make());
  host.put('slides.pptx', slidesPptx());
  for (const [name, make] of Object.entries({
    report: pdf.report,
    scanned: pdf.scanned,
    toc: pdf.toc,
    locked: pdf.locked,
  }))
    host.put(`${name}.pdf`, await make());
  host.put('notes.odt', await odt());
  host.put('logo.svg', logoSvg());
  host.put('evil.svg', evilSvg());
  host.put('chart.png', await picture('png', 40, 30));
  host.put('notes.md', Buffer.from('# A\n\ntext\n'));
  host.put('data.json', Buffer.from('{"a":1}'));
  host.put('unknown.bin', Buffer.from([0, 9]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mapsOf = async (name: string, passes: number): Promise<readonly string[][]> => {
  const files = openFiles(host, { folder: join(folder, name) });
  try {
    const paths = (await host.list()).map(({ path }) => path);
    const maps: string[][] = [];
    for (let pass = 0; pass < passes; pass++) {
      maps.push(
        await Promise.all(
          paths.map(async (path) => `${path} ${JSON.stringify(await files.call('get_file_map', { path }))}`),
        ),
      );
    }
    return maps;
  } finally {
    await files.close();
  }
};

test('[FL-01] every fixture maps to the same bytes in two workers, cold and warm', async () => {
  const [cold, warm] = await mapsOf('one', 2);
  const [other] = await mapsOf('two', 1);
  expect(warm).toEqual(cold);
  expect(other).toEqual(cold);
  for (const map of cold ?? []) {
    expect(map).toContain('"ok":true');
    expect(map).not.toContain(folder);
  }
}, 120_000);
