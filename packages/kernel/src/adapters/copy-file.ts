import type { FileSystem } from '../ports/file-system.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * Copies a file to a name that is free. Its bytes are synced when it resolves; the name lasts once the caller has
 * synced the folder. What could not be copied whole is not left behind.
 */
export const copyFile = async (fs: FileSystem, from: string, to: string, rights: number): Promise<void> => {
  const source = await fs.open(from, 'read');
  try {
    const target = await fs.open(to, 'create', rights);
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (let at = 0; ; ) {
        const read = await source.read(piece, at);
        if (read === 0) break;
        for (let done = 0; done < read; ) done += await target.write(piece.subarray(done, read), at + done);
        at += read;
      }
      await target.datasync();
    } catch (cause) {
      await fs.unlink(to).catch(() => undefined);
      throw cause;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
