import type { Command, FlagName } from './command.ts';

const textByFlag: Record<FlagName, readonly [spelling: string, text: string]> = {
  port: ['--port N', 'listen on port N of 127.0.0.1 (default 4983; 0 takes any free one)'],
  data: ['--data DIR', 'the data is in DIR (default: ATELIER_DATA_DIR, or the place your system has for data)'],
  'no-open': ['--no-open', 'do not open a browser'],
  out: ['--out FILE', 'write there instead of to a file named for the session'],
  'with-paths': ['--with-paths', 'keep the paths of this machine in the export'],
  markdown: ['--markdown', 'write a report for people instead: goal, way taken, decisions, gaps'],
  to: ['--to PLACE', '"database" (the one ATELIER_DATABASE_URL names), or back to "disk"'],
  content: ['--content PLACE', '"bucket" (the one ATELIER_S3_… names), or back to "database"'],
  workbench: ['--workbench NAME', 'serve the files of this Workbench instead; every change goes into its Draft'],
  sync: ['--sync', 'write down what the code has now, then list it'],
  'public-origin': [
    '--public-origin URL',
    'others reach it as https://NAME, through a proxy (or ATELIER_PUBLIC_ORIGIN)',
  ],
  bind: ['--bind ADDR', 'listen on ADDR instead of 127.0.0.1; needs a public origin (or ATELIER_BIND)'],
  owner: ['--owner', 'a link that makes the owner of this machine an admin again, whatever others have set'],
  'as-new': ['--as-new', 'import it under a new id, where the same Workbench is here already'],
  yes: ['--yes', 'do it; without this, only say what would be done'],
};

const always: readonly (readonly [string, string])[] = [
  ['--help', 'say this; behind a command, what that one takes'],
  ['--version', 'say which version this is'],
];

/** All commands with what each takes. `--data`, which all of them take, is told once. */
export const helpText = (commands: readonly Command[]): string =>
  [
    'Usage: npx atelier [command] [flags]     (in Atelier’s folder)',
    '',
    'Commands:',
    ...commands.flatMap((command, index) => [
      `  ${callOf(command, (flag) => flag !== 'data')}`,
      `      ${command.summary}${index === 0 ? ' (what is meant when no command is named)' : ''}`,
    ]),
    '',
    'With every command:',
    ...columns([textByFlag.data, ...always]),
  ].join('\n');

/** The page of one command. */
export const commandHelpText = (command: Command): string =>
  [
    `Usage: npx atelier ${callOf(command, (flag) => command.needed?.includes(flag) === true)} [flags]     (in Atelier’s folder)`,
    '',
    `${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`,
    '',
    'Flags:',
    ...columns(command.flags.map((flag) => [textByFlag[flag][0], command.flagTexts?.[flag] ?? textByFlag[flag][1]])),
  ].join('\n');

const callOf = (
  { name, words = [], more = [], flags, needed = [] }: Command,
  shown: (flag: FlagName) => boolean,
): string =>
  [
    name,
    ...words.map((word) => (word.includes('|') ? word : word.toUpperCase())),
    ...more.map((word) => `[${word.toUpperCase()}]`),
    ...flags.filter(shown).map((flag) => (needed.includes(flag) ? textByFlag[flag][0] : `[${textByFlag[flag][0]}]`)),
  ].join(' ');

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const widest = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}   ${right}`);
};
