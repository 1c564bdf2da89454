import { followOne, type PackageEdit, refuseOp } from '../package/index.ts';

/** A file begun as a copy of a template becomes a document; one begun as a copy of a macro file is refused. */
export const settleMainType = (edit: PackageEdit, documentType: string): void => {
  const main = followOne(edit, '', 'officeDocument');
  const type = main === undefined ? undefined : edit.typeOf(main);
  if (main === undefined || type === undefined || type === documentType) return;
  if (/macroEnabled/i.test(type))
    refuseOp('read_only_format', 'A file with macros cannot be copied into one without; copy a plain file instead.');
  if (/template\.main\+xml$|slideshow\.main\+xml$/.test(type)) edit.put(main, edit.bytes(main), documentType);
};
