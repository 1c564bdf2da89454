import { expect, test } from 'vitest';
import { parseExactly, tidyJson } from './tidy-json.ts';

const refused = (text: string) => {
  const tidy = tidyJson(parseExactly(text));
  return tidy.ok ? undefined : tidy.error;
};

test.each([
  ['{"order":12345678901234567890}', { digits: '12345678901234567890', at: 'order' }],
  ['{"list":[1,-9007199254740993]}', { digits: '-9007199254740993', at: 'list.1' }],
  [`{"n":${'9'.repeat(400)}}`, { digits: '9'.repeat(400), at: 'n' }],
])('a whole number that would be rounded is refused by its place: %s', (text, named) => {
  expect(refused(text)).toEqual({ reason: 'rounded_number', ...named });
});

test.each([
  '{"exact":9007199254740992,"even":12345678901234567168}',
  '{"share":0.30000000000000004,"long":3.14159265358979323846}',
  '{"text":"12345678901234567890","big":1e21}',
])('what a number keeps, and what is no whole number, is taken as ever: %s', (text) => {
  expect(tidyJson(parseExactly(text))).toMatchObject({ ok: true, value: { value: JSON.parse(text), replaced: [] } });
});

test('two keys that a repair would make one are refused: the value of one would be lost', () => {
  expect(refused('{"a":{"k\\ud800":1,"k\\udc00":2}}')).toEqual({ reason: 'forbidden_key', key: 'k\ufffd', at: 'a' });
  expect(tidyJson(JSON.parse('{"k\\ud800":1,"m":2}'))).toMatchObject({
    ok: true,
    value: { value: { 'k\ufffd': 1, m: 2 } },
  });
});
