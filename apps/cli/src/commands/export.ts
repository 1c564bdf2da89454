import { hereDataFolder, storageRefusedToSentence } from '@atelier/kernel/storage';
import { isSessionId, type SessionId } from '@atelier/rails/core';
import { type Call, ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { openPortability, type Portability } from '../portability.ts';
import { writeNewFile } from '../write-new-file.ts';

/** Paths of this machine are taken out unless they are asked for; tokens and keys are never part of an export. */
export const exportCommand: RunCommand = async ({ data, out, words, withPaths, markdown }, io) => {
  // As `doctor` and `repair` name it, or by its id alone.
  const sessionId = (words[0] ?? '').replace(/^session\//, '');
  if (!isSessionId(sessionId)) {
    io.err(
      `atelier: "${sessionId}" is not a session id. Session ids start with sess_. To copy one, open the session under WorkRail → Sessions and choose “Copy session id”.`,
    );
    return exit.usage;
  }
  const folder = data ?? hereDataFolder();
  const call = ownCall(folder);
  const opened = await openPortability({
    data: folder,
    databaseUrl: io.env.ATELIER_DATABASE_URL,
    readOnly: true,
  });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error, call)}`);
    return exit.failed;
  }
  const portability = opened.value;
  try {
    const made = await (markdown ? reportOf(portability, sessionId) : bundleOf(portability, sessionId, withPaths));
    if ('refused' in made) {
      io.err(`atelier: ${sentenceFor[made.refused](call)}`);
      return exit.failed;
    }
    const file = out ?? `${sessionId}.${markdown ? 'md' : 'atelier.json'}`;
    if (!(await writeNewFile(file, [made.text], io, 'Choose another with --out FILE.'))) return exit.failed;
    io.out(made.done(file));
    if (made.isWhole) return exit.done;
    io.err(
      `atelier: the session is damaged; only ${made.part} before the damage are in that file. To see what can be done, run: ${call(`repair session/${sessionId}`)}`,
    );
    return exit.failed;
  } finally {
    await portability.close();
  }
};

type Refused = 'NOT_FOUND' | 'SESSION_NOT_HEALTHY' | 'INTERNAL_ERROR';
type Made = {
  readonly text: string;
  readonly isWhole: boolean;
  readonly done: (file: string) => string;
  /** What of it stands before the damage. */
  readonly part: string;
};

const bundleOf = async (
  { exportSession }: Portability,
  sessionId: SessionId,
  withPaths: boolean | undefined,
): Promise<Made | { readonly refused: Refused }> => {
  const made = await exportSession(sessionId, { keepPaths: withPaths === true });
  if (!made.ok) return { refused: made.error.code };
  const count = made.value.session.events.length;
  return {
    text: `${JSON.stringify(made.value, null, 2)}\n`,
    isWhole: !made.value.salvage,
    done: (file) =>
      `${file}: ${count} events. To import it into another installation, run there: npx atelier import ${file}`,
    part: `the ${count} events`,
  };
};

const reportOf = async (
  { exportMarkdown }: Portability,
  sessionId: SessionId,
): Promise<Made | { readonly refused: Refused }> => {
  const made = await exportMarkdown(sessionId);
  return made ? { ...made, done: (file) => `${file}: a report to read.`, part: 'the steps' } : { refused: 'NOT_FOUND' };
};

const sentenceFor: Record<Refused, (call: Call) => string> = {
  NOT_FOUND: () => 'there is no such session here. Look with --data DIR if the data is elsewhere.',
  SESSION_NOT_HEALTHY: (call) => `the session is damaged. To see where and what can be done, run: ${call('doctor')}`,
  INTERNAL_ERROR: (call) => `part of the session is missing from the store. To see more, run: ${call('doctor')}`,
};
