import { refusal } from '../tools/errors.ts';

/** Bytes that take the place of `from…to` of a file as it was before the batch. */
export type Splice = {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
  readonly op_index: number;
};

/** Applies a batch at once. Insertions at one point keep their order; anything that overlaps is refused. */
export const applySplices = (source: Buffer, splices: readonly Splice[]): Buffer => {
  const ordered = splices.toSorted((a, b) => a.from - b.from || a.to - b.to || a.op_index - b.op_index);
  const pieces: Uint8Array[] = [];
  let at = 0;
  let before: Splice | undefined;
  for (const splice of ordered) {
    if (before && splice.from < before.to) {
      throw refusal('VALIDATION_FAILED', 'bad_op', `Edits ${before.op_index} and ${splice.op_index} overlap.`, {
        op_index: Math.max(before.op_index, splice.op_index),
        hint: 'Join them into one edit.',
      });
    }
    pieces.push(source.subarray(at, splice.from), splice.bytes);
    at = splice.to;
    before = splice;
  }
  return Buffer.concat([...pieces, source.subarray(at)]);
};
