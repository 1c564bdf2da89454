import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { richDocx } from '../../../packages/files/fixtures/docx/rich.ts';
import { hidingDocx } from '../../../packages/files/fixtures/hidden/files.ts';
import { picture } from '../../../packages/files/fixtures/image/pictures.ts';
import { makeZip } from '../../../packages/files/fixtures/lib/zip.ts';
import { report } from '../../../packages/files/fixtures/pdf/documents.ts';
import { slidesPptx } from '../../../packages/files/fixtures/pptx/small.ts';
import { odt } from '../../../packages/files/fixtures/text/odt.ts';
import { makeBook } from '../../../packages/files/fixtures/xlsx/book.ts';
import { rich } from '../../../packages/files/fixtures/xlsx/rich.ts';
import { entryBytes, openZip } from '../../../packages/files/src/package/zip-read.ts';
import { command } from './command.ts';
import { setLooks } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { seriousFindings } from './serious-findings.ts';
import { composer, makeBench, openBench, orders, skipTour } from './workshop-bench.ts';
import { editOutside } from './workshop-outside.ts';

const fileList = (page: Page) => page.getByRole('list', { name: 'Files in this Workbench' });

test('a Workbench is made, found, renamed, cloned and deleted; what was quick can be undone', async ({ openPage }) => {
  const page = await openPage();
  await skipTour(page);
  await page.goto(`${new URL(page.url()).origin}/workshop`);
  await page.getByRole('button', { name: 'New Workbench' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Budget 2027');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Budget 2027');
  await expect(page.getByText('Up to 100 files')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();

  await page.getByRole('link', { name: 'Workshop', exact: true }).first().click();
  const tile = page.getByRole('listitem').filter({ hasText: 'Budget 2027' });
  await expect(tile).toContainText('0 files');
  await tile.getByRole('button', { name: 'More for Budget 2027' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Budget 2028');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Budget 2028' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Budget 2027' })).toBeVisible();

  await page.getByRole('button', { name: 'More for Budget 2027' }).click();
  await page.getByRole('menuitem', { name: 'Clone…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Budget 2027 (copy)');
  await page.getByRole('link', { name: 'Workshop', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search Workbenches' }).fill('copy');
  await expect(page.getByText('1 Workbench', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More for Budget 2027 (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Workbench has this name')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Budget 2027 (copy)' })).toBeVisible();

  // The word of the moment may be missed: what was deleted waits at the end of the page.
  await page.getByRole('button', { name: 'More for Budget 2027 (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Workbench has this name')).toBeVisible();
  await page.reload();
  await page.getByText('Deleted (1)', { exact: true }).click();
  await page.getByRole('button', { name: 'Bring back Budget 2027 (copy)' }).click();
  await expect(page.getByRole('link', { name: 'Budget 2027 (copy)' })).toBeVisible();
});

/** A folder and files let go over the page, as a browser reports them. */
const dropFolder = (page: Page, paths: readonly string[]): Promise<void> =>
  page.evaluate((dropped) => {
    const entry = (path: string) => ({
      isFile: true,
      isDirectory: false,
      fullPath: `/${path}`,
      file: (done: (file: File) => void) => done(new File(['a,b\n1,2\n'], path.split('/').at(-1) ?? path)),
    });
    const folder = {
      isFile: false,
      isDirectory: true,
      fullPath: '/plans',
      createReader: () => {
        let left = dropped.map(entry);
        return {
          readEntries: (done: (entries: unknown[]) => void) => {
            done(left);
            left = [];
          },
        };
      },
    };
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([''], 'plans'));
    const event = (kind: string) => {
      const made = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      Object.defineProperty(made, 'dataTransfer', {
        value: {
          types: ['Files'],
          dropEffect: 'none',
          items: [{ kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null }],
        },
      });
      return made;
    };
    document.body.dispatchEvent(event('dragover'));
    document.body.dispatchEvent(event('drop'));
  }, paths);

/** A paste of a text, or of files, where the focus is. */
const paste = (page: Page, pasted: { readonly text?: string; readonly files?: readonly string[] }): Promise<void> =>
  page.evaluate(({ text = '', files = [] }) => {
    const clipboardData = new DataTransfer();
    if (text !== '') clipboardData.setData('text/plain', text);
    for (const name of files) clipboardData.items.add(new File(['x,y\n1,2\n'], name));
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);

test('[WS-107] a dropped folder is flattened and clashes are shown first; a pasted table is a csv; files are pasted', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await makeBench(page, 'Plans', [{ name: 'data.csv', bytes: orders }]);
  await openBench(page, id);
  await expect(fileList(page).getByRole('link')).toHaveCount(1);

  await dropFolder(page, ['plans/2026/data.csv', 'plans/2025/notes.csv', 'plans/2026/notes.csv']);
  const dialog = page.getByRole('dialog', { name: 'Add these files?' });
  await expect(dialog).toContainText('from plans/2026/data.csv');
  await expect(dialog).toContainText('2 names are already in use');
  await expect(dialog).toContainText('becomes data(1).csv');
  await expect(dialog).toContainText('becomes notes(1).csv');
  // Nothing is added before the word is given.
  await expect(page.locator('#workbench-files a')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Add 3 files' }).click();
  await expect(fileList(page).getByRole('link')).toHaveText(['data.csv', 'data(1).csv', 'notes.csv', 'notes(1).csv']);

  await composer(page).focus();
  await paste(page, { text: 'Name\tPay\r\nNoa\t120\r\nDan\t95\r\n' });
  await expect(page.getByRole('dialog')).toContainText('The table you pasted becomes this file.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 file' }).click();
  await expect(fileList(page).getByRole('link', { name: 'table.csv' })).toBeVisible();
  const { origin } = new URL(page.url());
  const table = await page.request.get(`${origin}/workbench-files/${id}/table.csv`);
  expect(await table.text()).toBe('Name,Pay\nNoa,120\nDan,95\n');

  await paste(page, { files: ['shot.csv'] });
  await expect(fileList(page).getByRole('link', { name: 'shot.csv' })).toBeVisible();
});

test('a folder is chosen without a mouse, and its names are flattened as those of a dropped one', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await makeBench(page, 'Plans', []);
  await openBench(page, id);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-folder-'));
  await mkdir(join(folder, '2026'));
  await writeFile(join(folder, '2026', 'plan.csv'), orders);
  await writeFile(join(folder, 'notes.md'), 'one\n');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a folder' }).press('Enter');
  await (await chooser).setFiles(folder);
  const dialog = page.getByRole('dialog', { name: 'Add these files?' });
  await expect(dialog).toContainText('2026/plan.csv');
  await dialog.getByRole('button', { name: 'Add 2 files' }).click();
  await expect(fileList(page).getByRole('link')).toHaveText(['notes.md', 'plan.csv']);
  await rm(folder, { recursive: true });
});

test('a removed file comes back by its toast; every row can be downloaded', async ({ openPage }) => {
  const page = await openPage();
  const id = await makeBench(page, 'Files', [
    { name: 'orders.csv', bytes: orders },
    { name: 'x.bin', bytes: Buffer.from([0, 1, 2, 255]) },
  ]);
  await openBench(page, id);
  await expect(fileList(page).getByRole('link', { name: 'x.bin' })).toContainText('Opaque');
  await page.getByRole('button', { name: 'More for orders.csv' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download orders.csv' }).click();
  expect((await download).suggestedFilename()).toBe('orders.csv');
  await page.getByRole('button', { name: 'More for orders.csv' }).click();
  await page.getByRole('menuitem', { name: 'Remove orders.csv' }).click();
  await expect(fileList(page).getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fileList(page).getByRole('link')).toHaveCount(2);
});

test('a Workbench leaves as one file and comes in again; its files go outside and return as a Draft', async ({
  openPage,
  expected,
}, { outputDir }) => {
  // A browser says so when an import is refused because the Workbench is here already.
  expected.push(/status of 422/);
  const page = await openPage();
  const id = await makeBench(page, 'Travels', [{ name: 'orders.csv', bytes: orders }]);
  await openBench(page, id, '/settings');
  const leaving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export this Workbench' }).click();
  const exported = join(outputDir, 'travels.atelier');
  await (await leaving).saveAs(exported);
  for (const [name, ending] of [
    ['Chat as Markdown', 'md'],
    ['Chat as JSON Lines', 'jsonl'],
  ] as const) {
    const chat = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    expect((await chat).suggestedFilename()).toBe(`Travels.${ending}`);
  }

  await page.getByRole('textbox', { name: 'Folder on this computer' }).fill(outputDir);
  await page.getByRole('button', { name: 'Continue outside' }).click();
  await expect(page.getByText('1 file is in the folder', { exact: true })).toBeVisible();
  const folder = await page.getByRole('textbox', { name: 'Folder on this computer' }).inputValue();
  await writeFile(join(folder, 'orders.csv'), orders.replace('Haifa', 'Eilat'));
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('1 changed file is in a Draft', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/review$/);
  await expect(page.getByRole('article', { name: 'orders.csv' })).toContainText('Eilat');

  const { origin } = new URL(page.url());
  await page.goto(`${origin}/workshop`);
  await page.getByLabel('Exported Workbench').setInputFiles(exported);
  await page.getByRole('dialog').getByRole('button', { name: 'Import as a new Workbench' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Travels');
  await expect(fileList(page).getByRole('link', { name: 'orders.csv' })).toBeVisible();
  expect(page.url()).not.toContain(id);

  // A tablet that is turned has another room, and keeps what was open in it.
  await page.goto(`${page.url()}/settings`);
  await page.getByRole('button', { name: 'Delete this Workbench…' }).click();
  const asked = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  for (const [width, files] of [
    [700, 0],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('#workbench-files')).toHaveCount(files);
    await expect(asked).toBeVisible();
  }
});

test('[WS-97] a file of each kind opens in a viewer without a model; a long sheet scrolls both ways', async ({
  openPage,
}) => {
  const page = await openPage();
  const cells = { A1: 'Head A', B1: 'Head B' };
  const id = await makeBench(page, 'Kinds', [
    {
      name: 'book.xlsx',
      bytes: makeBook({
        sheets: [
          { name: 'Stock', cells },
          { name: 'Other', cells },
        ],
      }),
    },
    { name: 'long.xlsx', bytes: longBook() },
    { name: 'rich.xlsx', bytes: rich() },
    { name: 'empty.xlsx', bytes: '' },
    { name: 'orders.csv', bytes: orders },
    { name: 'letter.docx', bytes: richDocx() },
    { name: 'talk.pptx', bytes: slidesPptx() },
    { name: 'report.pdf', bytes: await report(3) },
    { name: 'old.odt', bytes: await odt() },
    { name: 'photo.png', bytes: await picture('png', 120, 80) },
    { name: 'read.md', bytes: '# Title\n\nSome *text*.\n' },
    { name: 'plain.txt', bytes: 'first line\nsecond line\n' },
    { name: 'secret.docx', bytes: hidingDocx() },
    { name: 'x.bin', bytes: Buffer.from([0, 1, 2, 255]) },
  ]);
  await openBench(page, id);
  const open = (name: string) => fileList(page).getByRole('link', { name }).click();
  const shown = (name: string) => page.getByRole('region', { name, exact: true });

  await open('book.xlsx');
  await expect(page.getByRole('tab', { name: 'Other' })).toBeVisible();
  await expect(page.getByRole('grid')).toContainText('Head A');
  await open('letter.docx');
  const letter = shown('letter.docx').first();
  await expect(letter.getByRole('listitem').first()).toBeVisible();
  // What people see around the text is there too, each by its kind.
  await expect(letter.getByText('Page header', { exact: true })).toBeVisible();
  await expect(letter.getByText('Comment · Reviewer')).toBeVisible();
  await expect(letter.getByText('A note at the foot')).toBeVisible();
  await open('rich.xlsx');
  await expect(page.getByRole('tab', { name: /hidden in the file$/ })).toBeVisible();
  await expect(page.getByText(/^Hidden rows: 5$/)).toBeVisible();
  await expect(page.getByText(/^Not shown here: 2 charts, 1 picture, and 1 comment\./)).toBeVisible();
  await open('empty.xlsx');
  await expect(page.getByText('This file is empty')).toBeVisible();
  await open('talk.pptx');
  await expect(page.getByText(/^Slide 1 of/)).toBeVisible();
  await open('report.pdf');
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture report.pdf 1' })).toBeVisible();
  await open('old.odt');
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await open('photo.png');
  await expect(page.getByRole('img', { name: 'Picture photo.png 1' })).toBeVisible();
  await open('read.md');
  await expect(page.getByRole('heading', { name: 'Title' })).toBeVisible();
  await open('plain.txt');
  await expect(page.getByText('second line')).toBeVisible();
  await open('x.bin');
  await expect(page.getByText('This kind of file can’t be shown')).toBeVisible();

  // What a file says to a model and to nobody who opens it, each with its place; the choice is there after a reload.
  await open('secret.docx');
  await page.getByRole('button', { name: 'What this file says to the AI' }).click();
  const hidden = page.getByRole('dialog', { name: 'What this file says to the AI' });
  await expect(hidden.getByRole('listitem').filter({ hasText: 'DOCX-WHITE' })).toContainText('Paragraph 2');
  await expect(hidden.getByRole('listitem')).toHaveCount(6);
  await hidden.getByRole('radio', { name: 'Nothing' }).click();
  await expect(hidden.getByText('A model never gets hidden text.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'What this file says to the AI' }).click();
  await expect(hidden.getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await page.keyboard.press('Escape');

  await open('orders.csv');
  await expect(page.getByRole('grid', { name: 'orders.csv' })).toContainText('Haifa');

  await open('long.xlsx');
  const grid = page.getByRole('grid', { name: 'long.xlsx, Long' });
  await expect(page.getByText('200,000 rows')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '200001');
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight, left: element.scrollWidth }));
  await expect(grid.getByRole('gridcell', { name: '20000019', exact: true })).toBeVisible();
  await grid.evaluate((element) => element.scrollTo({ top: 0, left: 0 }));
  await expect(grid.getByRole('gridcell', { name: '100', exact: true })).toBeVisible();

  // Nobody was asked anything: the ledger of calls is empty.
  const ledger = await command<{ entries: readonly unknown[] }>(page, 'EgressListEvents', { limit: 10 });
  expect(ledger.entries).toEqual([]);
});

/** 200,000 rows of 20 numbers; each says its row and column. */
const longBook = (): Buffer => {
  const letters = [...'ABCDEFGHIJKLMNOPQRST'];
  const rows = Array.from({ length: 200_000 }, (_, at) => {
    const row = at + 1;
    return `<row r="${row}">${letters.map((letter, column) => `<c r="${letter}${row}"><v>${row * 100 + column}</v></c>`).join('')}</row>`;
  });
  const zip = openZip(makeBook({ sheets: [{ name: 'Long', cells: { A1: 1 } }] }));
  return makeZip(
    zip.entries.map((entry) => {
      const data = Buffer.from(entryBytes(zip, entry, () => undefined));
      if (!entry.name.endsWith('sheet1.xml')) return { name: entry.name, data };
      const long = data.toString().replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows.join('')}</sheetData>`);
      return { name: entry.name, data: long, deflated: deflateRawSync(long, { level: 1 }) };
    }),
  );
};

test('published files go back into their folder; one that changed there is asked about, and nothing else is touched', async ({
  openPage,
  atelier,
}, { outputDir }) => {
  const page = await openPage();
  const folder = join(outputDir, 'originals');
  await mkdir(folder, { recursive: true });
  const original = (name: string) => join(folder, name);
  for (const name of ['mine.txt', 'both.txt', 'left.txt']) await writeFile(original(name), 'before\n');
  const { workbenchId } = await command<{ workbenchId: string }>(page, 'WorkbenchOpenFolder', { folder });
  const edit = (path: string) =>
    ['edit_text_file', { path, edits: [{ op: 'replace', search: 'before', replace: 'published' }] }] as const;
  await editOutside(atelier, workbenchId, [edit('mine.txt'), edit('both.txt')]);
  await command(page, 'DraftPublish', { workbenchId });
  await writeFile(original('both.txt'), 'changed on disk\n');

  await openBench(page, workbenchId);
  await page.getByRole('button', { name: 'Folder on disk' }).click();
  const dialog = page.getByRole('dialog', { name: 'Folder on disk' });
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(row('mine.txt')).toContainText('Changed here');
  await expect(row('both.txt')).toContainText('Changed in both');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await setLooks(page, 'dark', 'he');
  expect(await seriousFindings(page)).toEqual([]);
  await setLooks(page, 'light', 'en');

  // What nobody was asked about goes by itself; the other stays until somebody chooses.
  await dialog.getByRole('button', { name: 'Write back (1)' }).click();
  await expect(row('mine.txt')).toHaveCount(0);
  expect(await readFile(original('mine.txt'), 'utf8')).toBe('published\n');
  expect(await readFile(original('both.txt'), 'utf8')).toBe('changed on disk\n');
  await row('both.txt').getByRole('radio', { name: 'Replace' }).click();
  await dialog.getByRole('button', { name: 'Write back (1)' }).click();
  await expect(dialog).toContainText('The folder and the Workbench match.');
  expect(await readFile(original('both.txt'), 'utf8')).toBe('published\n');
  expect(await readFile(original('left.txt'), 'utf8')).toBe('before\n');
  // What was replaced is in a checkpoint.
  const { checkpoints } = await command<{ checkpoints: readonly unknown[] }>(page, 'CheckpointsList', { workbenchId });
  expect(checkpoints.length).toBeGreaterThan(1);
});
