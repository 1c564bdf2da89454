import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { commands } from './commands.ts';
import { commandHelpText, helpText } from './help.ts';

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
    'open',
    'doctor',
    'verify',
    'mcp',
    'export',
    'import',
    'workbench',
    'backup',
    'move',
    'studio',
    'repair',
  ]);
  for (const { name, summary } of commands)
    expect(helpText(commands)).toMatch(new RegExp(`^  ${name}\\b.*\\n      ${summary}`, 'm'));
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
  ['export sess_x --markdown', { name: 'export', open: true, words: ['sess_x'], markdown: true }],
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
    ['export', '"atelier export" needs a session'],
    ['repair', '"atelier repair" needs a stream.'],
    ['workbench', '"atelier workbench" needs one of: export, import, transcript.'],
    ['help bogus', 'no command "bogus"'],
    ['bogus --help', 'no command "bogus"'],
    ['import a.json b.json', 'one word too many'],
    ['move --to moon', 'not "moon"'],
    ['--bogus', 'no flag "--bogus"'],
    ['-x', '"atelier start" has no flag "-x"'],
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
    expect(parsed.ok || parsed.error.line).toMatch(/^atelier: .+ See --help\.$/);
  });
});

test.each(['--help', '-h', 'help', '--port 1 --help'])('"atelier %s" helps', (line) => {
  expect(parse(line)).toEqual({ ok: true, value: { kind: 'help' } });
});

test.each(['export --help', 'help export', 'export -h', 'export --out --help'])(
  '"atelier %s" helps with that command',
  (line) => {
    expect(parse(line)).toMatchObject({ ok: true, value: { kind: 'help', command: { name: 'export' } } });
  },
);

test('each flag stands under the commands that take it, and with one command under that one alone', () => {
  const all = helpText(commands);
  expect(all).toMatch(/^ {2}start \[--port N\] \[--no-open\] \[--public-origin URL\] \[--bind ADDR\]$/m);
  expect(all).toMatch(/^ {2}link \[--owner\]$/m);
  expect(all).toMatch(/^ {2}export SESSION \[--out FILE\] \[--with-paths\] \[--markdown\]$/m);
  expect(all.match(/--data DIR/g)).toHaveLength(1);
  const one = commands.find(({ name }) => name === 'repair');
  expect(one && commandHelpText(one)).toBe(
    [
      'Usage: npx atelier repair STREAM [flags]     (in Atelier’s folder)',
      '',
      'Cut a damaged stream after its last intact commit; a copy of it is saved first.',
      '',
      'Flags:',
      '  --data DIR   the data is in DIR (default: ATELIER_DATA_DIR, or the place your system has for data)',
      '  --yes        do it; without this, only say what would be done',
    ].join('\n'),
  );
});

test('a flag that means something else with one command is told so there', () => {
  const one = commands.find(({ name }) => name === 'import');
  expect(one && commandHelpText(one)).toContain(
    '--yes        import it after a look; without this, a file that nobody',
  );
});

test.each(['--version', '-v'])('"atelier %s" says the version', (line) => {
  expect(parse(line)).toEqual({ ok: true, value: { kind: 'version' } });
});
