import { readFileSync, writeFileSync } from 'node:fs';

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

/** The most a process has had resident since its peak was last forgotten. */
export const peakResidentBytes = (pid: number): number | undefined => {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
};

export const forgetPeak = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Where the system keeps no peaks, what is resident now and then is all there is.
  }
};
