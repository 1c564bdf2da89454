/** What a document needs to know of a TrueType font. Widths and heights are in thousandths of the size. */
export type TrueType = {
  readonly bytes: Uint8Array;
  /** 0 when the font has no glyph for it. */
  readonly glyphOf: (char: string) => number;
  readonly advanceOf: (glyph: number) => number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
};

export const readTrueType = (bytes: Uint8Array): TrueType => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = tablesOf(view);
  const unitsPerEm = view.getUint16(table('head') + 18);
  const scaled = (units: number): number => Math.round((units * 1_000) / unitsPerEm);
  const glyphByCode = readCharacters(view, table('cmap'));
  const horizontal = table('hhea');
  const metricCount = view.getUint16(horizontal + 34);
  const metrics = table('hmtx');
  const head = table('head');
  return {
    bytes,
    glyphOf: (char) => glyphByCode.get(char.codePointAt(0) ?? 0) ?? 0,
    // Glyphs after the last full record share its width.
    advanceOf: (glyph) => scaled(view.getUint16(metrics + Math.min(glyph, metricCount - 1) * 4)),
    ascent: scaled(view.getInt16(horizontal + 4)),
    descent: -scaled(view.getInt16(horizontal + 6)),
    box: [36, 38, 40, 42].map((at) => scaled(view.getInt16(head + at))) as unknown as TrueType['box'],
  };
};

const tablesOf = (view: DataView) => {
  const offsetByTag = new Map<string, number>();
  const count = view.getUint16(4);
  for (let nth = 0; nth < count; nth += 1) {
    const at = 12 + nth * 16;
    offsetByTag.set(String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i))), view.getUint32(at + 8));
  }
  return (tag: string): number => {
    const offset = offsetByTag.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return offset;
  };
};

/** Characters of the basic plane, from the font's segment map (cmap format 4). */
const readCharacters = (view: DataView, cmap: number): ReadonlyMap<number, number> => {
  const segments = segmentMap(view, cmap);
  const count = view.getUint16(segments + 6) / 2;
  const ends = segments + 14;
  const starts = ends + count * 2 + 2;
  const deltas = starts + count * 2;
  const ranges = deltas + count * 2;
  const glyphByCode = new Map<number, number>();
  for (let nth = 0; nth < count; nth += 1) {
    const [first, last] = [view.getUint16(starts + nth * 2), view.getUint16(ends + nth * 2)];
    const delta = view.getUint16(deltas + nth * 2);
    const range = view.getUint16(ranges + nth * 2);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const raw = range === 0 ? code : view.getUint16(ranges + nth * 2 + range + (code - first) * 2);
      const glyph = raw === 0 && range !== 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphByCode.set(code, glyph);
    }
  }
  return glyphByCode;
};

const segmentMap = (view: DataView, cmap: number): number => {
  const count = view.getUint16(cmap + 2);
  for (let nth = 0; nth < count; nth += 1) {
    const at = cmap + view.getUint32(cmap + 4 + nth * 8 + 4);
    if (view.getUint16(at) === 4) return at;
  }
  throw new Error('The font has no map of the basic plane.');
};
