import type { FileKind } from '@atelier/contracts';
import type { FileFamily } from '../core/clutter.ts';

const byExtension: Readonly<Record<string, FileKind>> = {
  ...of('text', 'md txt json xml yaml yml html js ts py java go rb rs c cpp h css sql'),
  ...of('table', 'csv tsv'),
  ...of('xlsx', 'xlsx xlsm'),
  ...of('docx', 'docx'),
  ...of('pptx', 'pptx'),
  ...of('pdf', 'pdf'),
  ...of('odt', 'odt'),
  ...of('image', 'png jpg jpeg gif svg webp'),
};

/** What a file is taken for by its name. What is in it is judged when it is opened. */
export const kindOfName = (name: string): FileKind => {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? 'binary') : 'binary';
};

export const accessOf = (kind: FileKind): 'editable' | 'read_only' | 'opaque' => {
  if (kind === 'binary') return 'opaque';
  return kind === 'pdf' || kind === 'odt' || kind === 'image' ? 'read_only' : 'editable';
};

export const familyOf: Readonly<Record<FileKind, FileFamily>> = {
  text: 'text',
  table: 'text',
  docx: 'document',
  odt: 'document',
  pdf: 'document',
  xlsx: 'sheet_or_slides',
  pptx: 'sheet_or_slides',
  image: 'image',
  binary: 'opaque',
};

function of(kind: FileKind, extensions: string): Record<string, FileKind> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]));
}
