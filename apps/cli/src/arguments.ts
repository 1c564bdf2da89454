import { resolve } from 'node:path';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { Command, FlagName, Flags } from './command.ts';

export type Parsed =
  /** Of one command, or of all of them. */
  | { readonly kind: 'help'; readonly command?: Command }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly flags: Flags };

/** One line that says what is wrong with what was typed. */
export type UsageRefused = { readonly line: string };

const takesValue: Record<FlagName, boolean> = {
  port: true,
  data: true,
  out: true,
  to: true,
  content: true,
  workbench: true,
  'no-open': false,
  'with-paths': false,
  markdown: false,
  yes: false,
  'as-new': false,
  sync: false,
  'public-origin': true,
  bind: true,
  owner: false,
};

/** Reads a command line. The first word is the subcommand; without one, the first command is meant. */
export const parseArguments = (
  args: readonly string[],
  commands: readonly [Command, ...Command[]] | readonly Command[],
): Result<Parsed, UsageRefused> => {
  const [first, second] = args;
  const asksForHelp = first === 'help' || args.includes('--help') || args.includes('-h');
  const word = first === 'help' ? second : first;
  const named = word !== undefined && !word.startsWith('-');
  const command = named ? commands.find(({ name }) => name === word) : commands[0];
  if (!command) return refuse(`There is no command "${word}".`);
  if (asksForHelp) return ok({ kind: 'help', ...(named && { command }) });
  if (args.includes('--version') || args.includes('-v')) return ok({ kind: 'version' });
  const flags = parseFlags(named ? args.slice(1) : args, command);
  return flags.ok ? ok({ kind: 'run', command, flags: flags.value }) : flags;
};

const parseFlags = (args: readonly string[], command: Command): Result<Flags, UsageRefused> => {
  let flags: Flags = { open: true, words: [] };
  const wanted = command.words ?? [];
  const most = wanted.length + (command.more ?? []).length;
  for (let index = 0; index < args.length; index += 1) {
    const [word = '', inline] = splitOnce(args[index] ?? '');
    if (!word.startsWith('-') && flags.words.length < most) {
      flags = { ...flags, words: [...flags.words, args[index] ?? ''] };
      continue;
    }
    if (!word.startsWith('-')) return refuse(`"${word}" is one word too many.`);
    const name = command.flags.find((flag) => `--${flag}` === word);
    if (!name) return refuse(`"atelier ${command.name}" has no flag "${word}".`);
    if (!takesValue[name] && inline !== undefined) return refuse(`${word} takes no value.`);
    const value = takesValue[name] ? (inline ?? args[++index]) : '';
    if (value === undefined || (takesValue[name] && value === '')) return refuse(`${word} needs a value.`);
    const flag = readFlag(name, value);
    if (!flag.ok) return flag;
    flags = { ...flags, ...flag.value };
  }
  const missing = wanted[flags.words.length];
  if (missing?.includes('|'))
    return refuse(`"atelier ${command.name}" needs one of: ${missing.split('|').join(', ')}.`);
  if (missing) return refuse(`"atelier ${command.name}" needs a ${missing}.`);
  return ok(flags);
};

const readFlag = (name: FlagName, value: string): Result<Partial<Flags>, UsageRefused> => {
  switch (name) {
    case 'no-open':
      return ok({ open: false });
    case 'data':
      return ok({ data: resolve(value) });
    case 'out':
      return ok({ out: resolve(value) });
    case 'with-paths':
      return ok({ withPaths: true });
    case 'markdown':
      return ok({ markdown: true });
    case 'workbench':
      return ok({ workbench: value });
    case 'as-new':
      return ok({ asNew: true });
    case 'yes':
      return ok({ yes: true });
    case 'public-origin':
      return ok({ publicOrigin: value });
    case 'bind':
      return ok({ bind: value });
    case 'owner':
      return ok({ owner: true });
    case 'sync':
      return ok({ sync: true });
    case 'to':
      if (value !== 'database' && value !== 'disk') return refuse(`--to takes "database" or "disk", not "${value}".`);
      return ok({ to: value });
    case 'content':
      if (value !== 'bucket' && value !== 'database')
        return refuse(`--content takes "bucket" or "database", not "${value}".`);
      return ok({ content: value });
    case 'port': {
      const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
      if (!(port <= 65_535)) return refuse(`--port takes a number from 0 to 65535 (0: any free one), not "${value}".`);
      return ok({ port });
    }
  }
};

const splitOnce = (word: string): readonly [string, string | undefined] => {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
};

const refuse = (sentence: string) => err({ line: `atelier: ${sentence} See --help.` });
