import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Resident bytes of a process, or undefined where the system does not tell without starting another one. */
export const residentBytes = (pid: number): number | undefined => {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1];
    return pages === undefined ? undefined : Number(pages) * pageBytes;
  } catch {
    return undefined;
  }
};
