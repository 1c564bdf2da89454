import { err, ok, type Result } from './result.ts';

/** Why a name cannot be the name of a file on every system a person may copy it to. */
export type FileNameFault =
  | 'empty'
  | 'not_text'
  | 'separator'
  | 'control'
  | 'dots'
  | 'trailing'
  | 'reserved'
  | 'too_long';

const separators = /[\\/:]/;
// The last two turn what follows round: a name that ends in .exe would read as one that ends in .doc.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202d\u202e]/u;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const MAX_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** The one spelling a file's name is kept under (NFC, so that twins are one file), or why it cannot be kept. */
export const keptFileName = (given: string): Result<string, FileNameFault> => {
  const name = given.isWellFormed() ? given.normalize('NFC') : given;
  const fault = faultOf(name);
  return fault ? err(fault) : ok(name);
};

const faultOf = (name: string): FileNameFault | undefined => {
  if (name === '') return 'empty';
  if (!name.isWellFormed()) return 'not_text';
  if (separators.test(name)) return 'separator';
  if (controls.test(name)) return 'control';
  if (name === '.' || name === '..') return 'dots';
  if (/[. ]$/.test(name)) return 'trailing';
  if (devices.test(name)) return 'reserved';
  if (encoder.encode(name).length > MAX_NAME_BYTES) return 'too_long';
  return undefined;
};
