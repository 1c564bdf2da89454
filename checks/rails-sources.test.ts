import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CanonicalText, canonicalText } from '../packages/kernel/src/core/canonical-json.ts';
import { recordLine } from '../packages/kernel/src/core/log/commit-record.ts';
import { eventLine } from '../packages/kernel/src/core/log/event-line.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const sourcesUnder = (folder: string): readonly { readonly path: string; readonly text: string }[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => ({
      path: `${folder}/${path}`,
      text: withoutComments(readFileSync(`${root}${folder}/${path}`, 'utf8')),
    }));
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
const matching = (folders: readonly string[], pattern: RegExp): readonly string[] =>
  folders
    .flatMap(sourcesUnder)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path);

const PLATFORM =
  /from 'node:|\bBuffer\b|\bDate\.now\b|new Date\(\)|\bMath\.random\b|\bprocess\.|\blocaleCompare\b|\btoLocale|\bIntl\./;
const OUTWARD = /from '(\.\.\/)+(ports|usecases|adapters|testing)\//;
const BY_MESSAGE =
  /\.message\s*(===|!==|==|!=)|\.message\??\.(includes|startsWith|endsWith|match|search|indexOf)\(|\.test\([^()]*\.message\)/;

describe('the core of rails', () => {
  test('knows no platform, clock, randomness or locale, and imports nothing outward [lock:core-purity]', () => {
    expect(sourcesUnder('packages/rails/src/core').length).toBeGreaterThan(40);
    expect(matching(['packages/rails/src/core'], PLATFORM)).toEqual([]);
    expect(matching(['packages/rails/src/core'], OUTWARD)).toEqual([]);
  });

  test('the patterns above recognise what they forbid', () => {
    for (const bad of [
      "import { x } from 'node:fs';",
      'Buffer.from(x)',
      'Date.now()',
      'new Date()',
      'Math.random()',
      'a.localeCompare(b)',
      'a.toLocaleLowerCase()',
    ])
      expect(bad).toMatch(PLATFORM);
    expect("import { x } from '../../adapters/x.ts';").toMatch(OUTWARD);
    for (const bad of ["e.message === 'x'", "e.message.includes('x')", '/x/.test(error.message)'])
      expect(bad).toMatch(BY_MESSAGE);
  });
});

test('nothing in rails or its tool server decides by the text of a message [lock:no-message-matching]', () => {
  expect(matching(['packages/rails/src', 'apps/mcp/src'], BY_MESSAGE)).toEqual([]);
});

test('one module canonicalises JSON, by the published vectors, and nothing hashes JSON otherwise [lock:jcs-single-path]', () => {
  const everywhere = ['packages/kernel/src', 'packages/rails/src', 'apps/mcp/src'];
  // The log writes its two kinds of lines member by member, for speed; they must come out the same.
  expect(matching(everywhere, /as Canonical(Text|Bytes)\b/)).toEqual([
    'packages/kernel/src/core/canonical-json.ts',
    'packages/kernel/src/core/log/commit-record.ts',
    'packages/kernel/src/core/log/event-line.ts',
  ]);
  expect(matching(everywhere, /(sha256|digestOf|createHash)\([^;\n]*JSON\.stringify/i)).toEqual([]);
  const text = (value: unknown) => {
    const result = canonicalText(value);
    return result.ok ? result.value : result.error.reason;
  };
  const hash = 'a'.repeat(64);
  const record = {
    v: 1,
    commit: 3,
    first: 7,
    last: 9,
    bytes: 512,
    sha256: hash,
    prev: hash,
    group: 0,
    segment: 1,
    offset: 64,
  } as const;
  const full = { ...record, pins: [`sha256:${hash}` as const], unpins: [] };
  expect(recordLine(full)).toBe(text(full));
  const data = { z: 'ö"', a: [1] };
  const event = { v: 1, id: 'evt_x', at: '2026-01-01T00:00:00.000Z', kind: 'k', key: 'a"b', data } as const;
  expect(eventLine({ event, dataText: text(data) as CanonicalText }, 4)).toBe(text({ ...event, seq: 4 }));
  // RFC 8785, 3.2.2 and 3.2.3.
  expect(
    text({
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }),
  ).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  expect(text({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  );
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) expect(text(bad)).toBe('non_finite_number');
  expect(text('\ud800')).toBe('lone_surrogate');
  expect(text(-0)).toBe('0');
});
