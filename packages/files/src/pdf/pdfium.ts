import { PDFiumLibrary } from '@hyzyla/pdfium';
import { refusal } from '../tools/errors.ts';
import { createLooks, type RawLooks, type UnseenRun, unseenRuns } from './hidden-text.ts';
import { hasRightToLeft, type PlacedCharacter, readingOrder } from './reading-order.ts';

/** The functions of the engine this layer calls, beyond those its wrapper names. Handles are numbers. */
type Raw = RawLooks & {
  readonly _FPDF_LoadMemDocument: (at: number, size: number, password: number) => number;
  readonly _FPDF_GetLastError: () => number;
  readonly _FPDF_CloseDocument: (document: number) => void;
  readonly _FPDF_GetPageCount: (document: number) => number;
  readonly _FPDF_LoadPage: (document: number, index: number) => number;
  readonly _FPDF_ClosePage: (page: number) => void;
  readonly _FPDF_GetPageWidth: (page: number) => number;
  readonly _FPDF_GetPageHeight: (page: number) => number;
  readonly _FPDFText_LoadPage: (page: number) => number;
  readonly _FPDFText_ClosePage: (text: number) => void;
  readonly _FPDFText_CountChars: (text: number) => number;
  readonly _FPDFText_GetText: (text: number, from: number, count: number, buffer: number) => number;
  readonly _FPDFPage_GetAnnotCount: (page: number) => number;
  readonly _FPDFPage_GetAnnot: (page: number, index: number) => number;
  readonly _FPDFAnnot_GetSubtype: (annotation: number) => number;
  readonly _FPDFPage_CloseAnnot: (annotation: number) => void;
  readonly _FPDFAnnot_GetStringValue: (annotation: number, key: number, buffer: number, length: number) => number;
  readonly _FPDFAnnot_GetFormFieldName: (form: number, annotation: number, buffer: number, length: number) => number;
  readonly _FPDFAnnot_GetFormFieldValue: (form: number, annotation: number, buffer: number, length: number) => number;
  readonly _FPDFDOC_InitFormFillEnvironment: (document: number, info: number) => number;
  readonly _FPDFDOC_ExitFormFillEnvironment: (form: number) => void;
  readonly _FPDF_GetFormType: (document: number) => number;
  readonly _FPDF_GetMetaText: (document: number, tag: number, buffer: number, length: number) => number;
  readonly _FPDFBookmark_GetFirstChild: (document: number, bookmark: number) => number;
  readonly _FPDFBookmark_GetNextSibling: (document: number, bookmark: number) => number;
  readonly _FPDFBookmark_GetTitle: (bookmark: number, buffer: number, length: number) => number;
  readonly _FPDFBookmark_GetDest: (document: number, bookmark: number) => number;
  readonly _FPDFBookmark_GetAction: (bookmark: number) => number;
  readonly _FPDFAction_GetDest: (document: number, action: number) => number;
  readonly _FPDFDest_GetDestPageIndex: (document: number, destination: number) => number;
  readonly _FPDFBitmap_CreateEx: (width: number, height: number, format: number, at: number, stride: number) => number;
  readonly _FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ) => void;
  readonly _FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void;
  readonly _FPDFBitmap_Destroy: (bitmap: number) => void;
};

export type PageMarks = {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly notes: readonly string[];
};
export type TocEntry = { readonly title: string; readonly page: number | null; readonly level: number };
export type Pixels = { readonly width: number; readonly height: number; readonly bgra: Buffer };

export type PdfPage = {
  readonly width: number;
  readonly height: number;
  readonly text: () => string;
  /** Characters that show no ink. */
  readonly unseen: () => readonly UnseenRun[];
  /** Its reader gets only what a person who opens it sees: `text` is without the above, and notes are left closed. */
  readonly isVisibleOnly: boolean;
  readonly hasImages: () => boolean;
  readonly annotations: () => { readonly total: number; readonly fields: number };
  /** What was typed into the page's fields and written beside its text: none of it is part of the text. */
  readonly marks: () => PageMarks;
  readonly raster: (scale: number, longestSide: number) => Pixels;
};

export type Pdf = {
  readonly pageCount: number;
  readonly title: string;
  readonly hasForms: boolean;
  readonly toc: (most: number) => readonly TocEntry[];
  /** Opens one page, hands it over and closes it; what it throws passes through. */
  readonly page: <T>(index: number, use: (page: PdfPage) => T) => T;
  readonly close: () => void;
};

const mostPages = 10_000;
/**
 * Studio's own documents are written so that the engine reads them in order. From where characters stand nobody can
 * tell whether 2.40 × 4.80 within Hebrew was meant from the left.
 */
const producerInOrder = 'Atelier Studio';
const wrongPassword = 4;
const imageObject = 3;
const widget = 20;
const linkAnnotation = 2;
const popup = 16;

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a pdf with the empty password. The wasm heap is the sandbox: scripts and actions are never run. */
export const openPdf = async (bytes: Uint8Array, isVisibleOnly = false): Promise<Pdf> => {
  library ??= PDFiumLibrary.init();
  const raw = (await library) as unknown as { readonly module: Raw };
  return documentOf(raw.module, bytes, isVisibleOnly);
};

const malformed = () => refusal('FILE_READ_FAILED', 'pdf_malformed', 'The pdf cannot be opened.');

const documentOf = (raw: Raw, bytes: Uint8Array, isVisibleOnly: boolean): Pdf => {
  const at = raw.wasmExports.malloc(bytes.length);
  raw.HEAPU8.set(bytes, at);
  const document = raw._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document === 0) {
    const isLocked = raw._FPDF_GetLastError() === wrongPassword;
    raw.wasmExports.free(at);
    throw isLocked ? refusal('FILE_READ_FAILED', 'encrypted', 'The pdf is protected by a password.') : malformed();
  }
  // Values of fields may stand on a parent; only the form knows.
  const form = createForm(raw, document);
  const close = (): void => {
    form.close();
    raw._FPDF_CloseDocument(document);
    raw.wasmExports.free(at);
  };
  const pageCount = raw._FPDF_GetPageCount(document);
  if (pageCount < 1 || pageCount > mostPages) {
    close();
    throw pageCount < 1
      ? malformed()
      : refusal('FILE_READ_FAILED', 'pdf_malformed', `The pdf has ${pageCount} pages; at most ${mostPages} are read.`);
  }
  const metadata = (name: string): string =>
    wideText(raw, (buffer, length) =>
      withText(raw, name, (tag) => raw._FPDF_GetMetaText(document, tag, buffer, length)),
    );
  const isInOrder = metadata('Producer') === producerInOrder;
  return {
    pageCount,
    title: metadata('Title'),
    hasForms: raw._FPDF_GetFormType(document) > 0,
    toc: (most) => tocOf(raw, document, most),
    page: (index, use) => {
      const page = raw._FPDF_LoadPage(document, index);
      if (page === 0) throw refusal('FILE_READ_FAILED', 'pdf_malformed', `Page ${index + 1} cannot be read.`);
      try {
        return use(pageOf(raw, page, form.handle, { isInOrder, isVisibleOnly }));
      } finally {
        raw._FPDF_ClosePage(page);
      }
    },
    close,
  };
};

const withText = <T>(raw: Raw, text: string, use: (at: number) => T): T => {
  const bytes = Buffer.from(`${text}\0`, 'latin1');
  const at = raw.wasmExports.malloc(bytes.length);
  try {
    raw.HEAPU8.set(bytes, at);
    return use(at);
  } finally {
    raw.wasmExports.free(at);
  }
};

/** Functions that fill a UTF-16 buffer tell its size when asked with none. */
const wideText = (raw: Raw, fill: (buffer: number, length: number) => number): string => {
  const length = Math.min(fill(0, 0), 64 * 1024);
  if (length <= 2) return '';
  const at = raw.wasmExports.malloc(length);
  try {
    fill(at, length);
    return Buffer.from(raw.HEAPU8.subarray(at, at + length - 2)).toString('utf16le');
  } finally {
    raw.wasmExports.free(at);
  }
};

/** A loop of bookmarks is a known trick: each is visited once. */
const tocOf = (raw: Raw, document: number, most: number): readonly TocEntry[] => {
  const entries: TocEntry[] = [];
  const seen = new Set<number>();
  const walk = (first: number, level: number): void => {
    for (
      let mark = first;
      mark !== 0 && !seen.has(mark) && entries.length < most && level < 16;
      mark = raw._FPDFBookmark_GetNextSibling(document, mark)
    ) {
      seen.add(mark);
      const action = raw._FPDFBookmark_GetAction(mark);
      const destination =
        raw._FPDFBookmark_GetDest(document, mark) || (action === 0 ? 0 : raw._FPDFAction_GetDest(document, action));
      const page = destination === 0 ? -1 : raw._FPDFDest_GetDestPageIndex(document, destination);
      const title = wideText(raw, (buffer, length) => raw._FPDFBookmark_GetTitle(mark, buffer, length));
      entries.push({ title, page: page < 0 ? null : page + 1, level });
      walk(raw._FPDFBookmark_GetFirstChild(document, mark), level + 1);
    }
  };
  walk(raw._FPDFBookmark_GetFirstChild(document, 0), 1);
  return entries;
};

type Reading = { readonly isInOrder: boolean; readonly isVisibleOnly: boolean };

const pageOf = (raw: Raw, page: number, form: () => number, reading: Reading): PdfPage => {
  const [width, height] = [raw._FPDF_GetPageWidth(page), raw._FPDF_GetPageHeight(page)];
  return {
    width,
    height,
    text: () => textOf(raw, page, reading),
    unseen: () => withPageText(raw, page, [], (text, count) => unseenRuns(raw, page, text, count)),
    isVisibleOnly: reading.isVisibleOnly,
    hasImages: () => {
      const count = Math.min(raw._FPDFPage_CountObjects(page), 10_000);
      for (let index = 0; index < count; index++) {
        const type = raw._FPDFPageObj_GetType(raw._FPDFPage_GetObject(page, index));
        if (type === imageObject) return true;
      }
      return false;
    },
    annotations: () => annotationsOf(raw, page),
    marks: () => marksOf(raw, page, form),
    raster: (scale, longestSide) => rasterOf(raw, page, width, height, scale, longestSide),
  };
};

const withPageText = <T>(raw: Raw, page: number, none: T, use: (text: number, count: number) => T): T => {
  const text = raw._FPDFText_LoadPage(page);
  if (text === 0) return none;
  try {
    const count = raw._FPDFText_CountChars(text);
    return count <= 0 ? none : use(text, count);
  } finally {
    raw._FPDFText_ClosePage(text);
  }
};

const textOf = (raw: Raw, page: number, { isInOrder, isVisibleOnly }: Reading): string =>
  withPageText(raw, page, '', (text, count) => {
    const looks = isVisibleOnly ? createLooks(raw, page, text) : undefined;
    try {
      const isSeen = (index: number): boolean => looks?.why(index) === undefined;
      const plain = looks ? seenText(raw, text, count, isSeen) : wholeText(raw, text, count);
      return hasRightToLeft(plain) && !isInOrder ? placedText(raw, text, count, isSeen) : plain;
    } finally {
      looks?.close();
    }
  });

const wholeText = (raw: Raw, text: number, count: number): string => {
  const at = raw.wasmExports.malloc((count + 1) * 2);
  try {
    const written = raw._FPDFText_GetText(text, 0, count, at);
    const wide = Buffer.from(raw.HEAPU8.subarray(at, at + Math.max(0, written - 1) * 2)).toString('utf16le');
    return wide.replace(/\r\n?/g, '\n').replaceAll('\ufffe', '').replaceAll('\0', '');
  } finally {
    raw.wasmExports.free(at);
  }
};

const seenText = (raw: Raw, text: number, count: number, isSeen: (index: number) => boolean): string => {
  let seen = '';
  for (let index = 0; index < count; index++) {
    const code = raw._FPDFText_GetUnicode(text, index);
    if (code !== 0 && code !== 0xfffe && code !== 13 && isSeen(index)) seen += String.fromCodePoint(code);
  }
  return seen;
};

/** The same, with each line that holds Hebrew or Arabic put in order from where its characters stand. */
const placedText = (raw: Raw, text: number, count: number, isSeen: (index: number) => boolean): string => {
  const lines: PlacedCharacter[][] = [[]];
  const at = raw.wasmExports.malloc(16);
  try {
    for (let index = 0; index < count; index++) {
      const code = raw._FPDFText_GetUnicode(text, index);
      if (code === 0 || code === 0xfffe || code === 13 || !isSeen(index)) continue;
      if (code === 10) {
        lines.push([]);
        continue;
      }
      // Left, top, right, bottom: the room a character takes, which is wider than its ink.
      const isPlaced = raw._FPDFText_GetLooseCharBox(text, index, at) !== 0;
      const box = new DataView(raw.HEAPU8.buffer, at, 16);
      const [left, right] = isPlaced ? [box.getFloat32(0, true), box.getFloat32(8, true)] : [0, 0];
      lines.at(-1)?.push({ text: String.fromCodePoint(code), left, right });
    }
  } finally {
    raw.wasmExports.free(at);
  }
  return readingOrder(lines).join('\n');
};

/** The engine wants a table of callbacks. Filled with zeros it calls none, and nothing in a file can run. */
const formInfoBytes = 512;

const createForm = (raw: Raw, document: number) => {
  let [info, handle] = [0, 0];
  return {
    handle: (): number => {
      if (handle !== 0) return handle;
      info = raw.wasmExports.malloc(formInfoBytes);
      raw.HEAPU8.fill(0, info, info + formInfoBytes);
      raw.HEAPU8[info] = 1;
      handle = raw._FPDFDOC_InitFormFillEnvironment(document, info);
      return handle;
    },
    close: (): void => {
      if (handle !== 0) raw._FPDFDOC_ExitFormFillEnvironment(handle);
      if (info !== 0) raw.wasmExports.free(info);
    },
  };
};

const mostMarks = 1_000;

const marksOf = (raw: Raw, page: number, form: () => number): PageMarks => {
  const fields: { name: string; value: string }[] = [];
  const notes: string[] = [];
  const count = Math.min(raw._FPDFPage_GetAnnotCount(page), mostMarks);
  for (let index = 0; index < count; index++) {
    const annotation = raw._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      const subtype = raw._FPDFAnnot_GetSubtype(annotation);
      if (subtype === widget) {
        const ask = (get: Raw['_FPDFAnnot_GetFormFieldName']) =>
          wideText(raw, (buffer, length) => get(form(), annotation, buffer, length)).trim();
        const value = ask(raw._FPDFAnnot_GetFormFieldValue);
        if (value !== '' && value !== 'Off') fields.push({ name: ask(raw._FPDFAnnot_GetFormFieldName), value });
      } else if (subtype !== linkAnnotation && subtype !== popup) {
        const note = withText(raw, 'Contents', (key) =>
          wideText(raw, (buffer, length) => raw._FPDFAnnot_GetStringValue(annotation, key, buffer, length)),
        ).trim();
        if (note !== '') notes.push(note);
      }
    } finally {
      raw._FPDFPage_CloseAnnot(annotation);
    }
  }
  return { fields, notes };
};

const annotationsOf = (raw: Raw, page: number): { readonly total: number; readonly fields: number } => {
  let [total, fields] = [0, 0];
  const count = Math.min(raw._FPDFPage_GetAnnotCount(page), 10_000);
  for (let index = 0; index < count; index++) {
    const annotation = raw._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = raw._FPDFAnnot_GetSubtype(annotation);
    raw._FPDFPage_CloseAnnot(annotation);
    if (subtype === widget) fields += 1;
    else if (subtype !== linkAnnotation) total += 1;
  }
  return { total, fields };
};

const bgra = 4;
const white = 0xffffffff;

const rasterOf = (
  raw: Raw,
  page: number,
  width: number,
  height: number,
  scale: number,
  longestSide: number,
): Pixels => {
  const fitted = Math.min(scale, longestSide / Math.max(width, height, 1));
  const [columns, rows] = [Math.max(1, Math.round(width * fitted)), Math.max(1, Math.round(height * fitted))];
  const size = columns * rows * 4;
  const at = raw.wasmExports.malloc(size);
  const bitmap = raw._FPDFBitmap_CreateEx(columns, rows, bgra, at, columns * 4);
  try {
    raw._FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, white);
    raw._FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 1);
    return { width: columns, height: rows, bgra: Buffer.from(raw.HEAPU8.subarray(at, at + size)) };
  } finally {
    raw._FPDFBitmap_Destroy(bitmap);
    raw.wasmExports.free(at);
  }
};
