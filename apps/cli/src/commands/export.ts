import { writeFile } from 'node:fs/promises';
import { storageRefusedToSentence } from '@atelier/kernel/storage';
import { isSessionId } from '@atelier/rails/core';
import { hereDataFolder } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { openPortability } from '../portability.ts';

/** Paths of this machine are taken out unless they are asked for; tokens and keys are never part of an export. */
export const exportCommand: RunCommand = async ({ data, out, words, withPaths }, io) => {
  const sessionId = words[0] ?? '';
  if (!isSessionId(sessionId)) {
    io.err(`atelier: "${sessionId}" is not a session id. They begin with sess_; the Console lists them.`);
    return exit.usage;
  }
  const opened = await openPortability({
    data: data ?? hereDataFolder(),
    databaseUrl: io.env.ATELIER_DATABASE_URL,
    readOnly: true,
  });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error)}`);
    return exit.failed;
  }
  const portability = opened.value;
  try {
    const made = await portability.exportSession(sessionId, { keepPaths: withPaths === true });
    if (!made.ok) {
      io.err(`atelier: ${sentenceFor[made.error.code]}`);
      return exit.failed;
    }
    const file = out ?? `${sessionId}.atelier.json`;
    const text = `${JSON.stringify(made.value, null, 2)}\n`;
    // An export never replaces a file somebody has.
    const written = await writeFile(file, text, { flag: 'wx' }).then(
      () => true,
      (cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'EEXIST') throw cause;
        return false;
      },
    );
    if (!written) {
      io.err(`atelier: ${file} is there already. Choose another with --out FILE.`);
      return exit.failed;
    }
    io.out(`${file}: ${made.value.session.events.length} events. "atelier import ${file}" takes it in elsewhere.`);
    return exit.done;
  } finally {
    await portability.close();
  }
};

const sentenceFor = {
  NOT_FOUND: 'there is no such session here. Look with --data DIR if the data is elsewhere.',
  SESSION_NOT_HEALTHY: 'the session is damaged. "atelier doctor" says where; "atelier repair" mends it.',
  INTERNAL_ERROR: 'part of the session is missing from the store. "atelier doctor" says more.',
} as const;
