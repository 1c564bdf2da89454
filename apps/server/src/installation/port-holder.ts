import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export type PortHolder = { readonly pid: number; readonly name: string };

/** Which process listens on a port, where the system tells (Linux, own processes). Undefined when nobody knows. */
export const findPortHolder = async (port: number): Promise<PortHolder | undefined> => {
  try {
    const inode = await listeningInode(port);
    if (inode === undefined) return undefined;
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (await holds(pid, inode)) return { pid: Number(pid), name: await nameOf(pid) };
    }
  } catch {
    // Not Linux, or not allowed to look: the sentence does without a name.
  }
  return undefined;
};

// `node atelier.mjs` says more than the name of its main thread.
const nameOf = async (pid: string): Promise<string> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8'))
    .split('\0')
    .slice(0, 2)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map((word) => basename(word))
    .join(' ');

const listening = '0A';

const listeningInode = async (port: number): Promise<string | undefined> => {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  return rows.find((row) => row[1]?.endsWith(`:${hexPort}`) && row[3] === listening)?.[9];
};

const holds = async (pid: string, inode: string): Promise<boolean> => {
  const folder = `/proc/${pid}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.includes(`socket:[${inode}]`);
};
