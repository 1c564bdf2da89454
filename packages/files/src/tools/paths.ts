import { type FileResult, refuse } from './errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const forbidden = /[\\/\u0000-\u001f\u007f]/;

/** A flat name, `scratch:<name>` included. Anything that could lead elsewhere is refused. */
export const cleanPath = (raw: string): FileResult<string> => {
  const stripped = raw.replace(/^(draft|published)\//, '');
  const name = stripped.startsWith('scratch:') ? stripped.slice('scratch:'.length) : stripped;
  // A record of files by name loses what is called __proto__.
  const isBad = ['', '.', '..', '__proto__'].includes(name) || forbidden.test(name) || /^[A-Za-z]:/.test(name);
  if (!isBad) return { ok: true, value: stripped.normalize('NFC') };
  return refuse('SANDBOX_VIOLATION', 'bad_path', 'Files are named without folders; use a name from list_files.');
};
