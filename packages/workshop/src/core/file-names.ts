import { err, type FileNameFault, keptFileName, type Result } from '@atelier/kernel/core';

/** A Workbench is flat: one name a file, the same on every system a person may extract it to. */
export type NameRefused = { readonly code: 'INVALID_NAME'; readonly reason: NameFault; readonly name: string };
export type NameFault = FileNameFault;

/** The one spelling a name is kept under, or why it cannot be kept. */
export const keptName = (given: string): Result<string, NameRefused> => {
  const name = keptFileName(given);
  if (!name.ok) return err({ code: 'INVALID_NAME', reason: name.error, name: given });
  // A record of files by name loses it, and a file that was told as added would be gone.
  return name.value === '__proto__' ? err({ code: 'INVALID_NAME', reason: 'reserved', name: given }) : name;
};

/** Two names with one key would be one file on some system. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

/** `name(1).ext`, `name(2).ext`: the first that nobody has. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name;
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let nth = 1; ; nth += 1) {
    const candidate = `${stem}(${nth})${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
};
