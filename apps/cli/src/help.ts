import type { Command } from './command.ts';

const flagLines = [
  '  --port N      listen on port N of 127.0.0.1 (default 4983; 0 takes any free one)',
  '  --data DIR    keep the data in DIR (default: ATELIER_DATA_DIR, or the place your system has for data)',
  '  --no-open     do not open a browser',
  '  --out FILE    write there instead of to a file named for the session',
  '  --with-paths  keep the paths of this machine in an export',
  '  --to PLACE    move the data to "database" (the one ATELIER_DATABASE_URL names) or back to "disk"',
  '  --yes         do it; without this, only say what would be done',
  '  --help        say this',
  '  --version     say which version this is',
];

export const helpText = (commands: readonly Command[]): string => {
  const callOf = ({ name, words = [] }: Command) =>
    [name, ...words.map((word) => word.toUpperCase().replaceAll(' ', '-'))].join(' ');
  const widest = Math.max(...commands.map((command) => callOf(command).length));
  return [
    'Usage: atelier [command] [flags]',
    '',
    'Commands:',
    ...commands.map(
      (command, index) =>
        `  ${callOf(command).padEnd(widest)}   ${command.summary}${index === 0 ? ' (the default)' : ''}`,
    ),
    '',
    'Flags:',
    ...flagLines,
  ].join('\n');
};
