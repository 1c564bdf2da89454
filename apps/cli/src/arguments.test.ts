import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { commands } from './commands.ts';
import { helpText } from './help.ts';

const parse = (line: string) => parseArguments(line === '' ? [] : line.split(' '), commands);
const run = (line: string) => {
  const parsed = parse(line);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error(`"${line}" does not run`);
  const { words, ...flags } = parsed.value.flags;
  return { name: parsed.value.command.name, ...flags, ...(words.length > 0 ? { words } : {}) };
};

test('the commands are exactly these, and help lists each', () => {
  expect(commands.map(({ name }) => name)).toEqual([
    'start',
    'link',
    'doctor',
    'verify',
    'mcp',
    'export',
    'import',
    'backup',
    'move',
    'repair',
  ]);
  for (const { name, summary } of commands)
    expect(helpText(commands)).toMatch(new RegExp(`^  ${name} .*${summary}`, 'm'));
});

test.each([
  ['', { name: 'start', open: true }],
  ['start', { name: 'start', open: true }],
  ['--no-open', { name: 'start', open: false }],
  ['start --port 0', { name: 'start', open: true, port: 0 }],
  ['--port=65535 --data=/d', { name: 'start', open: true, port: 65_535, data: '/d' }],
  ['link --data /d', { name: 'link', open: true, data: '/d' }],
  ['doctor', { name: 'doctor', open: true }],
  ['export sess_x --with-paths', { name: 'export', open: true, words: ['sess_x'], withPaths: true }],
  ['import --data /d file.json', { name: 'import', open: true, data: '/d', words: ['file.json'] }],
  ['backup /b --data /d', { name: 'backup', open: true, data: '/d', words: ['/b'] }],
  ['move --to database', { name: 'move', open: true, to: 'database' }],
  ['repair session/x --yes', { name: 'repair', open: true, words: ['session/x'], yes: true }],
])('"atelier %s" runs', (line, expected) => {
  expect(run(line)).toEqual(expected);
});

describe('what was typed wrongly is said in one line', () => {
  test.each([
    ['bogus', 'no command "bogus"'],
    ['export', '"atelier export" needs session'],
    ['import a.json b.json', 'one word too many'],
    ['move --to moon', 'not "moon"'],
    ['--bogus', 'no flag "--bogus"'],
    ['-x', '"-x"'],
    ['link --port 1', 'no flag "--port"'],
    ['start now', 'one word too many'],
    ['--port', '--port needs a value'],
    ['--port=', '--port needs a value'],
    ['--data', '--data needs a value'],
    ['--port abc', 'not "abc"'],
    ['--port -1', 'not "-1"'],
    ['--port 65536', 'not "65536"'],
    ['--port 1.5', 'not "1.5"'],
    ['--no-open=yes', 'takes no value'],
  ])('atelier %s', (line, words) => {
    const parsed = parse(line);
    expect(parsed).toEqual({ ok: false, error: { line: expect.stringContaining(words) } });
    expect(parsed.ok || parsed.error.line).toMatch(/^atelier: .+ See "atelier --help"\.$/);
  });
});

test.each(['--help', '-h', 'help', 'start --help'])('"atelier %s" helps', (line) => {
  expect(parse(line)).toEqual({ ok: true, value: { kind: 'help' } });
});

test.each(['--version', '-v'])('"atelier %s" says the version', (line) => {
  expect(parse(line)).toEqual({ ok: true, value: { kind: 'version' } });
});
