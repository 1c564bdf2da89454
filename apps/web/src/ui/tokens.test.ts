import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

const tokensOf = (theme: string): ReadonlyMap<string, string> => {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`));
  const body = block.slice(0, block.indexOf('}'));
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
};

const luminance = (hex: string): number => {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const grounds = ['desk', 'ground', 'raised', 'sunken', 'hover'];
const pairs = [
  ...grounds.flatMap((ground) =>
    ['text', 'text-muted', 'text-faint', 'accent-text'].map((text) => [text, ground] as const),
  ),
  ...['accent', 'draft', 'published', 'danger'].flatMap((tone) => [
    [`${tone}-text`, `${tone}-soft`] as const,
    ['text', `${tone}-soft`] as const,
  ]),
  ['danger-text', 'raised'] as const,
  ['on-accent', 'accent-solid'] as const,
  ['on-accent', 'danger-solid'] as const,
  ['on-accent', 'accent-solid-hover'] as const,
];

describe.each(['light', 'dark'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const colour = (name: string) => tokens.get(name) ?? `no token ${name}`;

  test.each(pairs)('%s on %s can be read (AA, 4.5 : 1)', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['ground', 'raised', 'desk'])('the focus ring stands out from %s (3 : 1)', (ground) => {
    expect(contrast(colour('accent'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('both themes define the same colours', () => {
  expect([...tokensOf('dark').keys()].sort()).toEqual([...tokensOf('light').keys()].sort());
});
