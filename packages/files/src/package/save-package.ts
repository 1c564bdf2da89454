import { readFile, rm } from 'node:fs/promises';
import { type FileRefusal, refusal } from '../tools/errors.ts';
import type { Certificate } from './certificate.ts';
import type { PackageEdit } from './package-edit.ts';
import { type VerifyOptions, verifyPackage } from './verify-package.ts';
import { writeZipFile } from './zip-write.ts';

/**
 * Writes the edited package to `path`, syncs it, reads it back and proves it. Whatever goes wrong, no file is left
 * under `path`: half a workbook must never look like one.
 */
export const savePackage = async (
  edit: PackageEdit,
  path: string,
  options: { readonly isNew?: boolean; readonly inspect?: VerifyOptions['inspect'] } = {},
): Promise<{ readonly certificate: Certificate; readonly bytes: number }> => {
  try {
    const { length } = await writeZipFile(path, edit.items());
    const written = await readFile(path);
    const certificate = await verifyPackage(options.isNew ? null : edit.source.zip.bytes, written, edit.named(), {
      beforeHashes: edit.source.hashes,
      ...(options.inspect ? { inspect: options.inspect } : {}),
    });
    return { certificate, bytes: length };
  } catch (cause) {
    await rm(path, { force: true });
    throw diskRefusal(cause) ?? cause;
  }
};

/** A disk that will not take the file is an answer, not a fault of ours. */
export const diskRefusal = (cause: unknown): FileRefusal | undefined => {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return refusal('DISK_FULL', 'io', 'The disk is full; nothing was changed.');
  if (code === 'EIO' || code === 'EROFS' || code === 'EACCES' || code === 'ENOENT')
    return refusal('FILE_WRITE_FAILED', 'io', 'The result could not be written; nothing was changed.');
  return undefined;
};
