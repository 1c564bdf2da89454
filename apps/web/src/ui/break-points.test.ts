import { expect, test } from 'vitest';
import { breakPoints } from './break-points.ts';

const piecesOf = (text: string) => breakPoints(text).map(({ piece }) => piece);

test('a name breaks behind its signs and is whole again when it is put together', () => {
  expect(piecesOf('wr.features.durable_recap')).toEqual(['wr.', 'features.', 'durable_', 'recap']);
  expect(piecesOf('/home/me/a--b')).toEqual(['/', 'home/', 'me/', 'a--', 'b']);
  expect(piecesOf('plain')).toEqual(['plain']);
  expect(piecesOf('')).toEqual([]);
  const long = 'sha256:0a1b/..\\x_y-';
  expect(piecesOf(long).join('')).toBe(long);
});
