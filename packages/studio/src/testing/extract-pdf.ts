import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';

const run = promisify(execFile);

/** Whether poppler is there; tests that need it say so when it is not. */
export const hasPoppler = (process.env.PATH ?? '').split(delimiter).some((each) => existsSync(join(each, 'pdftotext')));

const shown = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\r/g, '')
    .replace(/[^\S\n]+/g, ' ');

const inFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-pdf-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The text of a PDF as PDFium reads it, through the file tools everybody else uses. */
export const textByPdfium = (bytes: Uint8Array): Promise<string> =>
  inFolder(async (folder) => {
    const host = createMemoryHost();
    host.put('quote.pdf', bytes);
    const files = openFiles(host, { folder });
    try {
      const read = await files.call('read_file', { path: 'quote.pdf', pages: '1-20' });
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      return shown(String(read.text));
    } finally {
      await files.close();
    }
  });

/** The same as poppler reads it. */
export const textByPoppler = (bytes: Uint8Array): Promise<string> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'quote.pdf'), bytes);
    const { stdout } = await run('pdftotext', ['-layout', join(folder, 'quote.pdf'), '-']);
    return shown(stdout);
  });

/** Where ink stands on each page, as grey pixels at 72 dots an inch. */
export const inkByPage = (bytes: Uint8Array): Promise<readonly Ink[]> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'quote.pdf'), bytes);
    await run('pdftoppm', ['-r', '72', '-gray', join(folder, 'quote.pdf'), join(folder, 'page')]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.pgm')).sort();
    return Promise.all(names.map(async (name) => readGrey(await readFile(join(folder, name)))));
  });

export type Ink = {
  readonly width: number;
  readonly height: number;
  readonly isDark: (x: number, y: number) => boolean;
};

const readGrey = (bytes: Buffer): Ink => {
  const [, width = 0, height = 0] = (
    /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(bytes.subarray(0, 40).toString('latin1')) ?? []
  ).map(Number);
  const pixels = bytes.subarray(bytes.length - width * height);
  return { width, height, isDark: (x, y) => (pixels[y * width + x] ?? 255) < 128 };
};
