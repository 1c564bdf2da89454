import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BlobId } from '../../ports/blobs.ts';
import type { Located } from './pack-folder.ts';
import { type Laid, planPass } from './pass-plan.ts';

/** `b3` is the piece at place 3 of pack b; the same word is the same piece. */
const pieces = new Map<string, Located>();
const piece = (word: string): Located => {
  const known = pieces.get(word);
  if (known) return known;
  const offset = Number(word.slice(1)) * 10;
  const fresh: Located = {
    id: `sha256:${word}`,
    role: 'bytes',
    encoding: 'raw',
    offset,
    storedLength: 10,
    size: 10,
    pack: word.slice(0, 1),
  };
  pieces.set(word, fresh);
  return fresh;
};
const wordOf = ({ id }: Located): string => id.slice('sha256:'.length);

const content = (words: string): Laid => ({ id: `sha256:${words}` as BlobId, pieces: words.split(' ').map(piece) });
const planned = (...contents: string[]) => {
  const { riders, stops } = planPass(contents.map(content));
  return { riders: riders.map(({ pieces: own }) => own.map(wordOf).join(' ')), stops: stops.map(wordOf).join(' ') };
};

describe('a pass over packs', () => {
  test('takes along files whose pieces lie between those of others', () => {
    expect(planned('a1 a3 a5', 'a2 a4')).toEqual({ riders: ['a1 a3 a5', 'a2 a4'], stops: 'a1 a2 a3 a4 a5' });
  });

  test('reads a piece once that several files share or one repeats', () => {
    expect(planned('a1 a2 a2 a2 a4', 'a2 a3')).toEqual({
      riders: ['a1 a2 a2 a2 a4', 'a2 a3'],
      stops: 'a1 a2 a3 a4',
    });
  });

  test('goes from pack to pack as files do, whatever the packs are called', () => {
    expect(planned('c1', 'b5 a1', 'c7 b1', 'b6 a2')).toEqual({
      riders: ['c1', 'b5 a1', 'c7 b1', 'b6 a2'],
      stops: 'c1 c7 b1 b5 b6 a1 a2',
    });
  });

  test('leaves out a file that goes back, in its pack or to one that it left; the order of packs is not its to say', () => {
    expect(planned('b1 a1 b2', 'a3 b3', 'a2 a1', 'a4 a5 a4')).toEqual({ riders: ['a3 b3'], stops: 'a3 b3' });
  });

  test('leaves out one of two files that go through packs in opposite directions', () => {
    expect(planned('a1 b1', 'b2 a2')).toEqual({ riders: ['a1 b1'], stops: 'a1 b1' });
  });

  test('of any files, meets all pieces of those it takes in the order in which they make the file', () => {
    const word = fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 5 }))
      .map((both) => both.join(''));
    const files = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { maxLength: 8 });
    fc.assert(
      fc.property(files, (each) => {
        const { riders, stops } = planPass(each.map((words) => content(words.join(' '))));
        expect(new Set(stops).size).toBe(stops.length);
        for (const { pieces: own } of riders) {
          const places = own.map((one) => stops.indexOf(one));
          expect(places).not.toContain(-1);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('takes every file that is in one pack and in order, whatever the others are', () => {
    const place = fc.integer({ min: 0, max: 9 });
    const inOrder = fc.array(place, { minLength: 1 }).map((places) =>
      places
        .toSorted()
        .map((at) => `a${at}`)
        .join(' '),
    );
    fc.assert(
      fc.property(fc.array(inOrder), (files) => {
        expect(planned('b1 a1 b2', 'a1 b1', ...files).riders).toEqual(['a1 b1', ...files]);
      }),
    );
  });
});
