import { describe, expect, test } from 'vitest';
import type { Keyring } from '../ports/keyring.ts';
import { unwrap } from './world.ts';

/** One place for keys, as several processes share it. */
export type KeyringPlace = {
  readonly open: () => Keyring;
  readonly write: (text: string) => Promise<void>;
  readonly text: () => Promise<string | undefined>;
};

const DAMAGED = ['', '{', '{"v":2}', '{"v":1,"current":{"alg":"none","keyBase64Url":"x"},"previous":null}'];

/** What every keyring promises, wherever it keeps its keys. */
export const keyringKeepsItsPromises = (name: string, newPlace: () => Promise<KeyringPlace>): void => {
  describe(`the keyring ${name} keeps its promises`, () => {
    test('the first use makes one key for every process; before that there is none', async () => {
      const place = await newPlace();
      expect(unwrap(await place.open().read())).toBeNull();
      const made = await Promise.all(Array.from({ length: 8 }, () => place.open().open()));
      const first = unwrap(await place.open().open());
      for (const each of made) expect(unwrap(each)).toEqual(first);
      expect(first.previous).toBeNull();
      expect(first.current).toHaveLength(32);
      expect(JSON.parse((await place.text()) ?? '')).toMatchObject({ v: 1, previous: null });
    });

    test('a rotation made elsewhere is seen at the next look; the key before stays', async () => {
      const place = await newPlace();
      const [one, other] = [place.open(), place.open()];
      const before = unwrap(await one.open());
      await other.rotate();
      const after = unwrap(await one.read());
      expect(after?.previous).toEqual(before.current);
      expect(after?.current).not.toEqual(before.current);
    });

    test('of rotations at the same time none is lost: each takes the place of the one before', async () => {
      const place = await newPlace();
      await place.open().open();
      const rotated = await Promise.all(Array.from({ length: 5 }, () => place.open().rotate()));
      const keys = rotated.map(unwrap);
      const currents = keys.map(({ current }) => Buffer.from(current).toString('hex'));
      expect(new Set(currents).size).toBe(5);
      // Every key but the first and the last was the current one of one rotation and the previous one of another.
      const previous = keys.map((each) => Buffer.from(each.previous ?? []).toString('hex'));
      expect(currents.filter((each) => previous.includes(each))).toHaveLength(4);
      expect(currents).toContain(Buffer.from(unwrap(await place.open().open()).current).toString('hex'));
    });

    test('a damaged keyring is refused by every door and never replaced', async () => {
      for (const text of DAMAGED) {
        const place = await newPlace();
        await place.write(text);
        const keyring = place.open();
        for (const reply of [await keyring.read(), await keyring.open(), await keyring.rotate()])
          expect(reply).toMatchObject({ ok: false, error: { code: 'KEYRING_CORRUPT' } });
        expect(await place.text()).toBe(text);
      }
    });
  });
};
