import type { PackageEdit } from '../../package/package-edit.ts';
import type { Workbook } from '../workbook.ts';

/** So many numbers after the last style are looked at: no edit adds more of them. */
const WINDOW = 1_000;
/** A larger sheet was written by a program that counts its styles; looking through it would cost more than it tells. */
const LARGEST_SHEET = 64 * 1024 * 1024;

/**
 * How many styles have to stand before one that is added. Cells may name a style that is not there, and are plain; one
 * that was added under that number would be theirs.
 */
export const absentFormats = (parts: PackageEdit, { sheets }: Workbook, formats: number): number => {
  let absent = 0;
  for (const { part, type } of sheets) {
    const size = parts.source.zip.byName.get(part)?.size ?? 0;
    if (type !== 'worksheet' || size === 0 || size > LARGEST_SHEET) continue;
    for (const [, number] of parts.source.bytes(part).toString('latin1').matchAll(NAMED)) {
      const beyond = Number(number) - formats;
      if (beyond >= absent && beyond < WINDOW) absent = beyond + 1;
    }
  }
  return absent;
};

/** The style of a cell, a row or a column. */
const NAMED = /\s(?:s|style)=["'](\d{1,10})["']/g;
