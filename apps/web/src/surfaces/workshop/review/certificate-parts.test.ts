import { expect, test } from 'vitest';
import { partsOf } from './certificate-parts.ts';

test('changed parts come first, each with its hash; what is no certificate has no parts', () => {
  const parts = [
    { name: 'styles.xml', before: 'sha256:1', after: 'sha256:1', named: false },
    { name: 'sheet1.xml', before: 'sha256:2', after: 'sha256:3', named: true },
    { name: 'gone.xml', before: 'sha256:4', after: null, named: true },
  ];
  expect(partsOf({ v: 1, parts }).map(({ name, isSame, hash }) => [name, isSame, hash])).toEqual([
    ['sheet1.xml', false, 'sha256:3'],
    ['gone.xml', false, undefined],
    ['styles.xml', true, 'sha256:1'],
  ]);
  expect(partsOf(null)).toEqual([]);
});
