import { detectEncoding, sampleBytes } from '../encoding/detect-encoding.ts';
import type { Kind } from '../tools/kind-handler.ts';
import { extensionOf, formatByExtension, mimeOf } from './formats.ts';
import { packageFormat } from './package-format.ts';
import { looksTabular, rootElement } from './text-shape.ts';

export type OpaqueReason = 'unsupported_type' | 'encrypted' | 'damaged' | 'too_large';

/** What the bytes are, whatever the name says. */
export type Detection = {
  readonly kind: Kind;
  /** The precise format, such as `xlsm`, `jpeg` or `csv`; for binary files the guessed magic. */
  readonly format: string;
  readonly mime_type: string;
  readonly is_opaque: boolean;
  readonly reason?: OpaqueReason;
  /** Set when nothing of this kind can be written, and why. */
  readonly read_only: boolean;
  readonly has_macros?: true;
  readonly is_template?: true;
  readonly kind_mismatch?: true;
  /** A table without a table's name; the guess may be wrong. */
  readonly format_inferred?: true;
};

export const detect = (path: string, bytes: Uint8Array): Detection => {
  const extension = extensionOf(path);
  const found = bytes.length === 0 ? empty(extension) : (byMagic(bytes, extension) ?? byText(bytes, extension));
  const promised = formatByExtension[extension]?.kind;
  return promised !== undefined && promised !== found.kind && !found.is_opaque && !found.format_inferred
    ? { ...found, kind_mismatch: true }
    : found;
};

const readOnlyKinds: readonly Kind[] = ['pdf', 'odt', 'image', 'binary'];

const known = (kind: Kind, format: string): Detection => ({
  kind,
  format,
  mime_type: mimeOf(format),
  is_opaque: false,
  read_only: readOnlyKinds.includes(kind),
});

export const opaque = (format: string, reason: OpaqueReason): Detection => ({
  kind: 'binary',
  format,
  mime_type: mimeOf(format),
  is_opaque: true,
  reason,
  read_only: true,
});

const empty = (extension: string): Detection => {
  const kind = formatByExtension[extension]?.kind;
  return kind === 'text' || kind === 'table' ? known(kind, extension) : opaque('empty', 'unsupported_type');
};

const byMagic = (bytes: Uint8Array, extension: string): Detection | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return byPackage(bytes, extension);
  if (head.includes('%PDF-')) return known('pdf', 'pdf');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return known('image', 'png');
  if (head.startsWith('\xff\xd8\xff')) return known('image', 'jpeg');
  if (/^GIF8[79]a/.test(head)) return known('image', 'gif');
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return known('image', 'webp');
  if (head.startsWith('\xd0\xcf\x11\xe0')) return byCompound(bytes);
  return byOtherMagic(head);
};

/** Names for what stays opaque, so that a person sees more than "binary". */
const otherMagic: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['7z\xbc\xaf', '7z'],
  ['Rar!', 'rar'],
  ['\xfd7zXZ', 'xz'],
  ['\x7fELF', 'elf'],
  ['MZ\x90', 'exe'],
  ['II*\x00', 'tiff'],
  ['MM\x00*', 'tiff'],
  ['SQLite format 3', 'sqlite'],
  ['OggS', 'ogg'],
  ['ID3', 'mp3'],
];

const byOtherMagic = (head: string): Detection | undefined => {
  const hit = otherMagic.find(([magic]) => head.startsWith(magic));
  return hit ? opaque(hit[1], 'unsupported_type') : undefined;
};

const byPackage = (bytes: Uint8Array, extension: string): Detection => {
  const format = packageFormat(bytes);
  if (format === 'unreadable') {
    // The right handler then names what is wrong with it; under any other name it is only a damaged archive.
    const promised = formatByExtension[extension]?.kind;
    return promised === 'xlsx' || promised === 'docx' || promised === 'pptx' || promised === 'odt'
      ? known(promised, extension)
      : opaque('zip', 'damaged');
  }
  if (format === 'archive') return opaque('zip', 'unsupported_type');
  if (format === 'odt') return known('odt', 'odt');
  if (typeof format === 'string') return opaque(format, 'unsupported_type');
  const base = known(format.kind, format.format);
  if (format.macros) return { ...base, read_only: true, has_macros: true };
  return format.template ? { ...base, read_only: true, is_template: true } : base;
};

/** Encrypted office files and the formats of the nineties share one container; stream names are UTF-16 in it. */
const byCompound = (bytes: Uint8Array): Detection => {
  const holds = (name: string) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return opaque('ole', 'encrypted');
  if (holds('WordDocument')) return opaque('doc', 'unsupported_type');
  if (holds('Workbook')) return opaque('xls', 'unsupported_type');
  return opaque(holds('PowerPoint Document') ? 'ppt' : 'ole', 'unsupported_type');
};

const byText = (bytes: Uint8Array, extension: string): Detection => {
  const encoding = detectEncoding(bytes);
  if (!encoding) return opaque('unknown', 'unsupported_type');
  const head = new TextDecoder(encoding.encoding).decode(bytes.subarray(0, sampleBytes));
  if (rootElement(head) === 'svg') return known('image', 'svg');
  const promised = formatByExtension[extension];
  const isNamed = promised?.kind === 'text' || promised?.kind === 'table';
  if (isNamed && extension !== 'txt') return known(promised.kind, extension);
  return looksTabular(head) ? { ...known('table', 'txt'), format_inferred: true } : known('text', 'txt');
};
