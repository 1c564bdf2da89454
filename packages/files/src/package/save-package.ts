import { readFile, rm } from 'node:fs/promises';
import type { Certificate } from './certificate.ts';
import type { PackageEdit } from './package-edit.ts';
import { verifyPackage } from './verify-package.ts';
import { writeZipFile } from './zip-write.ts';

/**
 * Writes the edited package to `path`, syncs it, reads it back and proves it. Whatever goes wrong, no file is left
 * under `path`: half a workbook must never look like one.
 */
export const savePackage = async (
  edit: PackageEdit,
  path: string,
  options: { readonly isNew?: boolean } = {},
): Promise<{ readonly certificate: Certificate; readonly bytes: number }> => {
  try {
    const { length } = await writeZipFile(path, edit.items());
    const written = await readFile(path);
    const certificate = await verifyPackage(options.isNew ? null : edit.source.zip.bytes, written, edit.named());
    return { certificate, bytes: length };
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
};
