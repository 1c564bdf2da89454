import { err, ok, type Result } from '@atelier/kernel/core';

/** A Workbench is flat: one name a file, the same on every system a person may extract it to. */
export type NameRefused = { readonly code: 'INVALID_NAME'; readonly reason: NameFault; readonly name: string };
export type NameFault = 'empty' | 'not_text' | 'separator' | 'control' | 'dots' | 'trailing' | 'reserved' | 'too_long';

const separators = /[\\/:]/;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const encoder = new TextEncoder();

/** The one spelling a name is kept under, or why it cannot be kept. */
export const keptName = (given: string): Result<string, NameRefused> => {
  const name = given.isWellFormed() ? given.normalize('NFC') : given;
  const reason = faultOf(name);
  return reason ? err({ code: 'INVALID_NAME', reason, name: given }) : ok(name);
};

const faultOf = (name: string): NameFault | undefined => {
  if (name === '') return 'empty';
  if (!name.isWellFormed()) return 'not_text';
  if (separators.test(name)) return 'separator';
  if (controls.test(name)) return 'control';
  if (name === '.' || name === '..') return 'dots';
  if (/[. ]$/.test(name)) return 'trailing';
  if (devices.test(name)) return 'reserved';
  if (encoder.encode(name).length > 255) return 'too_long';
  return undefined;
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
