import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDelta, type Delta, type LiveDeltas } from './deltas.ts';

const fold = (...deltas: Delta[]): LiveDeltas => deltas.reduce(applyDelta, {});
const text = (offset: number, piece: string): Delta => ({ kind: 'text', id: 'm', offset, text: piece });

test('pieces of text grow into one', () => {
  expect(fold(text(0, 'Hel'), text(3, 'lo')).m).toEqual({ kind: 'text', id: 'm', offset: 0, text: 'Hello' });
});

test('text past a gap is not glued to what came before it', () => {
  expect(fold(text(0, 'Hel'), text(9, 'lo')).m).toMatchObject({ text: 'Hel' });
});

test('a whole text after a gap heals it', () => {
  expect(fold(text(0, 'Hel'), text(9, 'x'), text(0, 'Hello you')).m).toMatchObject({ text: 'Hello you' });
});

test('progress is replaced and ends', () => {
  const progress = (done: number): Delta => ({ kind: 'progress', id: 'job', done, total: 2 });
  expect(fold(progress(1), progress(2)).job).toMatchObject({ done: 2 });
  expect(fold(progress(1), { kind: 'ended', id: 'job' })).toEqual({});
});

test('whatever is lost or repeated on the way, the text shown is a prefix of the text written', () => {
  const written = 'The quick brown fox jumps over the lazy dog';
  const piece = fc
    .tuple(fc.nat(written.length), fc.nat(written.length))
    .map(([from, length]) => text(from, written.slice(from, from + length)));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const shown = fold(...pieces).m;
      expect(written.startsWith(shown?.kind === 'text' ? shown.text : '')).toBe(true);
    }),
  );
});
