import { expect, test } from 'vitest';
import { createMemoryRecords } from '../../testing/memory-records.ts';
import { unwrap } from '../../testing/world.ts';
import { createRecordKeyring, KEYRING_RECORD } from './record-keyring.ts';

test('the first use makes one key for every process; before that there is none', async () => {
  const records = createMemoryRecords();
  expect(unwrap(await createRecordKeyring(records).read())).toBeNull();
  const made = await Promise.all(Array.from({ length: 8 }, () => createRecordKeyring(records).open()));
  const first = unwrap(made[0] ?? { ok: false, error: 'none' });
  for (const each of made) expect(unwrap(each)).toEqual(first);
  expect(first).toMatchObject({ previous: null });
  expect(first.current).toHaveLength(32);
});

test('a rotation made elsewhere is seen at once; the key before stays', async () => {
  const records = createMemoryRecords();
  const [one, other] = [createRecordKeyring(records), createRecordKeyring(records)];
  const before = unwrap(await one.open());
  await other.rotate();
  const after = unwrap(await one.read());
  expect(after?.previous).toEqual(before.current);
  expect(after?.current).not.toEqual(before.current);
});

test('of rotations at the same time none is lost: each takes the place of the one before', async () => {
  const records = createMemoryRecords();
  await createRecordKeyring(records).open();
  const rotated = await Promise.all(Array.from({ length: 5 }, () => createRecordKeyring(records).rotate()));
  const keys = rotated.map(unwrap);
  const currents = keys.map(({ current }) => Buffer.from(current).toString('hex'));
  expect(new Set(currents).size).toBe(5);
  // Every key but the first and the last was the current one of one rotation and the previous one of another.
  const previous = keys.map((each) => Buffer.from(each.previous ?? []).toString('hex'));
  expect(currents.filter((each) => previous.includes(each))).toHaveLength(4);
});

test('a damaged keyring is refused by every door and never replaced', async () => {
  for (const text of ['', '{', '{"v":2}', '{"v":1,"current":{"alg":"none","keyBase64Url":"x"},"previous":null}']) {
    const records = createMemoryRecords();
    records.records.set(KEYRING_RECORD, text);
    const keyring = createRecordKeyring(records);
    for (const reply of [await keyring.read(), await keyring.open(), await keyring.rotate()])
      expect(reply).toMatchObject({ ok: false, error: { code: 'KEYRING_CORRUPT' } });
    expect(records.records.get(KEYRING_RECORD)).toBe(text);
  }
});
