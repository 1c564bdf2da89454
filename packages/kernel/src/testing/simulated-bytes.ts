/** Bytes that grow in place; a gap left by a far write reads as zeros, as on a real disk. */
export type GrowingBytes = {
  readonly size: () => number;
  readonly write: (bytes: Uint8Array, position: number) => void;
  readonly read: (into: Uint8Array, position: number) => number;
  readonly truncate: (size: number) => void;
  readonly copy: () => GrowingBytes;
};

export const createGrowingBytes = (initial: Uint8Array = new Uint8Array(0)): GrowingBytes => {
  let room = initial.slice();
  let size = room.length;

  const reserve = (needed: number): void => {
    if (needed <= room.length) return;
    const larger = new Uint8Array(Math.max(needed, room.length * 2, 256));
    larger.set(room.subarray(0, size));
    room = larger;
  };

  return {
    size: () => size,
    write: (bytes, position) => {
      reserve(position + bytes.length);
      room.set(bytes, position);
      size = Math.max(size, position + bytes.length);
    },
    read: (into, position) => {
      const found = room.subarray(Math.min(position, size), Math.min(position + into.length, size));
      into.set(found);
      return found.length;
    },
    truncate: (wanted) => {
      reserve(wanted);
      if (wanted < size) room.fill(0, wanted, size);
      size = wanted;
    },
    copy: () => createGrowingBytes(room.subarray(0, size)),
  };
};
