import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

const BLOCK = 1024 * 1024;
/** How far back a deflated byte may point. */
const WINDOW = 32 * 1024;
/** Enough to keep two cores busy while the next block is made; more would only hold memory. */
const IN_FLIGHT = 3;

/**
 * One deflate stream made of blocks that are packed side by side. Each knows the bytes before it as its dictionary and
 * ends on a byte, so that the pieces simply follow one another. Cuts depend on the content alone: the same bytes give
 * the same stream, however they arrive.
 */
export async function* deflateBlocks(chunks: AsyncIterable<Uint8Array>, level: number): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = [];
  let dictionary: Buffer | undefined;
  // Blocks are filled in turn: by the time one comes round again, what it held has long been packed.
  const ring = Array.from({ length: IN_FLIGHT + 1 }, () => Buffer.allocUnsafe(BLOCK));
  let turn = 0;
  let block = ring[0] as Buffer;
  let filled = 0;
  const start = (isLast: boolean): void => {
    const bytes = block.subarray(0, filled);
    const packed = pack(bytes, {
      level,
      chunkSize: 256 * 1024,
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      ...(dictionary ? { dictionary } : {}),
    });
    // Whoever stops reading early leaves blocks behind that nobody waits for.
    packed.catch(() => undefined);
    waiting.push(packed);
    dictionary = bytes.subarray(-WINDOW);
    turn = (turn + 1) % ring.length;
    block = ring[turn] as Buffer;
    filled = 0;
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(BLOCK - filled, chunk.length - at);
      block.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < BLOCK) continue;
      start(false);
      if (waiting.length >= IN_FLIGHT) yield (await waiting.shift()) as Buffer;
    }
  }
  start(true);
  for (const packed of waiting) yield await packed;
}
