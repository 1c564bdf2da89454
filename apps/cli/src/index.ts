import { version } from '@atelier/server/version';
import { parseArguments } from './arguments.ts';
import { exit } from './command.ts';
import { commands } from './commands.ts';
import { commandHelpText, helpText } from './help.ts';
import { type Io, processIo } from './io.ts';

/** Runs one command line and says what the process should exit with. */
export const run = async (args: readonly string[], io: Io = processIo): Promise<number> => {
  const parsed = parseArguments(args, commands);
  if (!parsed.ok) {
    io.err(parsed.error.line);
    return exit.usage;
  }
  switch (parsed.value.kind) {
    case 'help':
      io.out(parsed.value.command ? commandHelpText(parsed.value.command) : helpText(commands));
      return exit.done;
    case 'version':
      io.out(version);
      return exit.done;
    case 'run': {
      const { command, flags } = parsed.value;
      const runCommand = await command.load();
      try {
        return await runCommand(flags, io);
      } catch (cause) {
        const { faultToSentence } = await import('./trouble-words.ts');
        const sentence = faultToSentence(cause);
        if (sentence === undefined) throw cause;
        io.err(`atelier: ${sentence}`);
        return exit.failed;
      }
    }
  }
};
