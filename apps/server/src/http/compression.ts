import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** Best first: what a browser takes of these is what it gets. */
const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding that an `Accept-Encoding` header allows; undefined for bytes as they are. */
export const chooseEncoding = (header: string | undefined): Encoding | undefined => {
  const weightByName = new Map(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  const weightOf = (name: Encoding) => weightByName.get(name) ?? weightByName.get('*') ?? 0;
  return encodings.filter((name) => weightOf(name) > 0).sort((a, b) => weightOf(b) - weightOf(a))[0];
};

/** Text in any form; pictures and fonts are compressed already. */
export const isCompressible = (type: string, size: number): boolean =>
  size >= 1024 && /^text\/|[/+](javascript|json|xml)\b|^image\/svg|wasm|manifest/.test(type);

type Bytes = Uint8Array<ArrayBuffer>;

const compressBy: Readonly<Record<Encoding, (bytes: Bytes) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      // Made once per file and kept: a middle quality is nearly as small and a tenth of the time.
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: (bytes) => promisify(zstdCompress)(bytes),
  gzip: (bytes) => promisify(gzip)(bytes),
};

const mostKeptBytes = 32 * 1024 * 1024;

/** Compresses each file once per encoding. `key` names the content, so that what is kept is never stale. */
export const createCompressor = (mostBytes = mostKeptBytes) => {
  const kept = new Map<string, Promise<Bytes>>();
  let keptBytes = 0;
  return async (key: string, bytes: Bytes, encoding: Encoding): Promise<Bytes> => {
    const name = `${key}:${encoding}`;
    const found = kept.get(name);
    if (found) return found;
    const made = compressBy[encoding](bytes).then((packed) => new Uint8Array(packed));
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    keptBytes += (await made).length;
    for (const [oldest, packed] of kept) {
      if (keptBytes <= mostBytes) break;
      kept.delete(oldest);
      keptBytes -= (await packed).length;
    }
    return made;
  };
};
