import type { Command } from './command.ts';

const flagLines = [
  '  --port N      listen on port N of 127.0.0.1 (default 4983; 0 takes any free one)',
  '  --data DIR    keep the data in DIR (default: ATELIER_DATA_DIR, or the place your system has for data)',
  '  --no-open     do not open a browser',
  '  --help        say this',
  '  --version     say which version this is',
];

export const helpText = (commands: readonly Command[]): string => {
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: atelier [command] [flags]',
    '',
    'Commands:',
    ...commands.map(
      ({ name, summary }, index) => `  ${name.padEnd(widest)}   ${summary}${index === 0 ? ' (the default)' : ''}`,
    ),
    '',
    'Flags:',
    ...flagLines,
  ].join('\n');
};
