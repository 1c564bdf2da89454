import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';

type Place = 'disk' | 'database';

/** Says on which side the data of this folder is; without it, nobody ever chose. */
const pathOf = (data: string): string => join(data, 'storage.json');

/** Read at every start, of a server and of every agent's process: without it two sides would grow apart unnoticed. */
export const readPlaceInUse = (data: string): Place | undefined => {
  let text: string;
  try {
    text = readFileSync(pathOf(data), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' || (cause as NodeJS.ErrnoException).code === 'ENOTDIR')
      return undefined;
    throw cause;
  }
  const found = /^{"v":1,"place":"(disk|database)"}\n$/.exec(text)?.[1];
  if (found === undefined)
    throw new Error(`${pathOf(data)} cannot be read. It says {"v":1,"place":"disk"} or "database".`);
  return found as Place;
};

export const writePlaceInUse = async (data: string, place: Place): Promise<void> => {
  const part = `${pathOf(data)}.${process.pid}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ v: 1, place })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, pathOf(data));
};
