export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
export type PixelChange = { readonly share: number; readonly boxes: readonly Box[] };

const cell = 16;
/** Differences of a shade or two come from rounding, not from anybody's edit. */
const threshold = 8;
const mostBoxes = 50;

/** The share of changed pixels, and where they lie as runs of 16-pixel cells. Both sides have four bytes per pixel. */
export const changedBoxes = (before: Uint8Array, after: Uint8Array, width: number, height: number): PixelChange => {
  const columns = Math.ceil(width / cell);
  const touched = new Uint8Array(columns * Math.ceil(height / cell));
  let changed = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (!differs(before, after, at)) continue;
      changed += 1;
      touched[Math.floor(y / cell) * columns + Math.floor(x / cell)] = 1;
    }
  }
  return {
    share: Math.round((changed / (width * height)) * 1_000_000) / 1_000_000,
    boxes: runs(touched, columns, width, height),
  };
};

const differs = (before: Uint8Array, after: Uint8Array, at: number): boolean => {
  for (let channel = 0; channel < 4; channel++) {
    if (Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0)) > threshold) return true;
  }
  return false;
};

const runs = (touched: Uint8Array, columns: number, width: number, height: number): readonly Box[] => {
  const boxes: Box[] = [];
  for (let at = 0; at < touched.length && boxes.length < mostBoxes; at++) {
    if (touched[at] === 0) continue;
    const row = Math.floor(at / columns);
    let end = at;
    while (touched[end + 1] === 1 && Math.floor((end + 1) / columns) === row) end += 1;
    const [left, top] = [(at % columns) * cell, row * cell];
    boxes.push({
      left,
      top,
      width: Math.min(width, ((end % columns) + 1) * cell) - left,
      height: Math.min(height, top + cell) - top,
    });
    at = end;
  }
  return boxes;
};
