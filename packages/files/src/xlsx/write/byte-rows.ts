/** Bytes that grow at their end. Rows are written here letter by letter: a string for each cell would cost far more. */
export type ByteSink = {
  /** Room for so many further bytes; `bytes` may be another array afterwards. */
  readonly reserve: (count: number) => void;
  bytes: Buffer;
  length: number;
};

export const createByteSink = (size: number): ByteSink => {
  const sink: ByteSink = {
    bytes: Buffer.allocUnsafe(size),
    length: 0,
    reserve: (count) => {
      if (sink.length + count <= sink.bytes.length) return;
      const grown = Buffer.allocUnsafe(Math.max(sink.bytes.length * 2, sink.length + count));
      sink.bytes.copy(grown, 0, 0, sink.length);
      sink.bytes = grown;
    },
  };
  return sink;
};

export const putText = (sink: ByteSink, text: string): void => {
  sink.reserve(text.length * 3);
  sink.length += sink.bytes.write(text, sink.length, 'utf8');
};

/** The caller has reserved the room. */
export const putBytes = (sink: ByteSink, added: Uint8Array): void => {
  const { bytes } = sink;
  let at = sink.length;
  for (let index = 0; index < added.length; index++) bytes[at++] = added[index] as number;
  sink.length = at;
};

const MOST_DIGITS = 1_000_000_000;

/**
 * A number as JavaScript prints it. Whole numbers and those of two decimals are printed here: of at most 15 digits,
 * a decimal that gives the number back is the shortest one, which is what `String` would find the long way.
 */
export const putNumber = (sink: ByteSink, value: number): void => {
  const size = value < 0 ? -value : value;
  if (!(size < MOST_DIGITS)) return putText(sink, String(value));
  const hundredfold = Math.round(size * 100);
  if (hundredfold / 100 !== size) return putText(sink, String(value));
  sink.reserve(16);
  const { bytes } = sink;
  if (value < 0) bytes[sink.length++] = 45;
  const whole = Math.floor(hundredfold / 100);
  const rest = hundredfold - whole * 100;
  putWhole(sink, whole);
  if (rest === 0) return;
  bytes[sink.length++] = 46;
  const tenths = (rest / 10) | 0;
  const hundredths = rest - tenths * 10;
  bytes[sink.length++] = 48 + tenths;
  if (hundredths > 0) bytes[sink.length++] = 48 + hundredths;
};

const putWhole = (sink: ByteSink, value: number): void => {
  const { bytes } = sink;
  let digits = 1;
  for (let bound = 10; bound <= value; bound *= 10) digits++;
  const end = sink.length + digits;
  let rest = value;
  for (let at = end - 1; at >= sink.length; at--) {
    const next = (rest / 10) | 0;
    bytes[at] = 48 + (rest - next * 10);
    rest = next;
  }
  sink.length = end;
};

/** Copies a text that is plain in XML; false, and nothing written, when it holds anything that needs care. */
export const putPlain = (sink: ByteSink, text: string): boolean => {
  const { length } = text;
  if (length === 0 || length > 1_000 || text.charCodeAt(0) === 32 || text.charCodeAt(length - 1) === 32) return false;
  sink.reserve(length);
  const { bytes } = sink;
  let at = sink.length;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code > 126 || code === 38 || code === 60 || code === 62 || code === 95) return false;
    bytes[at++] = code;
  }
  sink.length = at;
  return true;
};
