import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { freeName, keptName } from '../core/file-names.ts';
import { largestNote, OutsideNote, outsideNote } from '../core/outside-folder.ts';
import { extractInto, openLocalFile } from './local-files.ts';

/** A folder of this machine by its one true path; undefined when there is none. */
export const realFolder = async (folder: string): Promise<string | undefined> => {
  const place = await realpath(folder).catch(() => undefined);
  const found = place === undefined ? undefined : await stat(place).catch(() => undefined);
  return found?.isDirectory() ? place : undefined;
};

/** A new, empty folder in another, named like the Workbench or `name(1)`; never one that is there already. */
export const makeFolderIn = async (destination: string, wish: string): Promise<string> => {
  const kept = keptName(wish.replace(/[\\/:*?"<>|]/g, ' ').replace(/[. ]+$/, ''));
  const taken = new Set<string>();
  for (;;) {
    const name = freeName(kept.ok ? kept.value : 'Workbench', (each) => taken.has(each));
    try {
      await mkdir(join(destination, name));
      return join(destination, name);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      taken.add(basename(name));
    }
  }
};

export const writeOutsideNote = async (folder: string, note: OutsideNote): Promise<void> => {
  const pieces = async function* () {
    yield new TextEncoder().encode(`${JSON.stringify(note, null, 1)}\n`);
  };
  await extractInto(folder, outsideNote, pieces());
};

/** Undefined when the folder was not taken out of a Workbench, or says so in a way that cannot be read. */
export const readOutsideNote = async (folder: string): Promise<OutsideNote | undefined> => {
  const opened = await openLocalFile(join(folder, outsideNote), async ({ size, read }) => {
    if (size > largestNote) return '';
    const bytes = Buffer.alloc(size);
    for (let at = 0, got = 1; at < size && got > 0; at += got) got = await read(bytes.subarray(at));
    return bytes.toString('utf8');
  });
  if (!opened.ok) return undefined;
  try {
    return OutsideNote.safeParse(JSON.parse(opened.value)).data;
  } catch {
    return undefined;
  }
};
