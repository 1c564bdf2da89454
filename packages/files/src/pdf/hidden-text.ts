/** The functions of the engine that tell how a character is drawn. */
export type RawLooks = {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (size: number) => number; readonly free: (at: number) => void };
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number;
  /** The object a character belongs to; 0 for a space or line break the engine put in. */
  readonly _FPDFText_GetTextObject: (text: number, index: number) => number;
  readonly _FPDFTextObj_GetTextRenderMode: (object: number) => number;
  readonly _FPDFText_GetFillColor: (
    text: number,
    index: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ) => number;
  readonly _FPDFText_GetLooseCharBox: (text: number, index: number, rectangle: number) => number;
  readonly _FPDFPage_CountObjects: (page: number) => number;
  readonly _FPDFPage_GetObject: (page: number, index: number) => number;
  readonly _FPDFPageObj_GetType: (object: number) => number;
  readonly _FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number;
  readonly _FPDFPageObj_GetFillColor: (
    object: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ) => number;
};

const textObject = 1;
const pathObject = 2;
const noInk = 3;
const clipOnly = 7;
const nearlyWhite = 231;
const mostObjects = 10_000;

export type WhyUnseen = 'invisible_text' | 'same_colour';
type Box = { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number };

/** Whether the characters of a page show any ink. */
export const createLooks = (raw: RawLooks, page: number, text: number) => {
  const at = raw.wasmExports.malloc(32);
  const view = () => new DataView(raw.HEAPU8.buffer, at, 32);
  const whyByObject = new Map<number, WhyUnseen | null>();
  let grounds: readonly Box[] | undefined;

  /** Everything with a colour of its own that text may stand on. */
  const groundsOf = (): readonly Box[] => {
    const boxes: Box[] = [];
    const count = Math.min(raw._FPDFPage_CountObjects(page), mostObjects);
    for (let index = 0; index < count; index++) {
      const object = raw._FPDFPage_GetObject(page, index);
      const type = raw._FPDFPageObj_GetType(object);
      if (type === textObject) continue;
      if (type === pathObject && raw._FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12) !== 0) {
        const [red, green, blue, alpha] = [0, 4, 8, 12].map((from) => view().getUint32(from, true));
        if ([red, green, blue].every((each) => (each ?? 0) >= nearlyWhite) || alpha === 0) continue;
      }
      if (raw._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((from) => view().getFloat32(from, true));
      boxes.push({ left, bottom, right, top });
    }
    return boxes;
  };

  const isOnGround = (index: number): boolean => {
    grounds ??= groundsOf();
    if (grounds.length === 0 || raw._FPDFText_GetLooseCharBox(text, index, at) === 0) return false;
    const box = view();
    const [x, y] = [
      (box.getFloat32(0, true) + box.getFloat32(8, true)) / 2,
      (box.getFloat32(4, true) + box.getFloat32(12, true)) / 2,
    ];
    return grounds.some(({ left, bottom, right, top }) => left <= x && x <= right && bottom <= y && y <= top);
  };

  const whyObject = (object: number, index: number): WhyUnseen | null => {
    const mode = raw._FPDFTextObj_GetTextRenderMode(object);
    if (mode === noInk || mode === clipOnly) return 'invisible_text';
    if (raw._FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) === 0) return null;
    const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 4, 8, 12].map((from) => view().getUint32(from, true));
    if (alpha === 0) return 'invisible_text';
    if (![red, green, blue].every((each) => each >= nearlyWhite)) return null;
    return isOnGround(index) ? null : 'same_colour';
  };

  return {
    /** Undefined: it is seen, or it is a space that the engine put between others. */
    why: (index: number): WhyUnseen | undefined => {
      const object = raw._FPDFText_GetTextObject(text, index);
      if (object === 0) return undefined;
      const known = whyByObject.get(object);
      if (known !== undefined) return known ?? undefined;
      const found = whyObject(object, index);
      whyByObject.set(object, found);
      return found ?? undefined;
    },
    close: (): void => raw.wasmExports.free(at),
  };
};

export type UnseenRun = { readonly what: WhyUnseen; readonly text: string };

/** The characters of a page that show no ink, joined to runs. */
export const unseenRuns = (raw: RawLooks, page: number, text: number, count: number): readonly UnseenRun[] => {
  const looks = createLooks(raw, page, text);
  const runs: { what: WhyUnseen; text: string }[] = [];
  let open: { what: WhyUnseen; text: string } | undefined;
  let gap = '';
  try {
    for (let index = 0; index < count; index++) {
      const code = raw._FPDFText_GetUnicode(text, index);
      const char = code === 0 || code === 0xfffe ? '' : code === 13 ? '' : String.fromCodePoint(code);
      if (char.trim() === '') {
        gap += char;
        continue;
      }
      const what = looks.why(index);
      if (what && open?.what === what) open.text += gap + char;
      else {
        open = what ? { what, text: char } : undefined;
        if (open) runs.push(open);
      }
      gap = '';
    }
  } finally {
    looks.close();
  }
  return runs;
};
