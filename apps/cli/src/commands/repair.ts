import { isWriteRefused, parseStreamId, WriteFault } from '@atelier/kernel/core';
import { hereDataFolder, openStorage, type Storage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { type Call, isServed, ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { findDataFolder, missingToSentence } from '../find-data-folder.ts';
import type { Io } from '../io.ts';
import { HEADS_KEY, repairHeadsKey } from '../repair-heads-key.ts';
import { doubtWords } from '../verify-text.ts';

const STOP_FIRST = 'atelier: stop the running server first.';

type Asked = { readonly yes: boolean | undefined; readonly call: Call; readonly io: Io };

/** Never by itself: without --yes it only says what it would do. */
export const repair: RunCommand = async ({ data, words, yes }, io) => {
  const stream = words[0] ?? '';
  const folder = data ?? hereDataFolder();
  const call = ownCall(folder);
  const named = parseStreamId(stream);
  if (!named.ok && stream !== HEADS_KEY) {
    io.err(`atelier: ${named.error.detail}. The streams are listed by: ${call('doctor')}`);
    return exit.usage;
  }
  const found = await findDataFolder(folder);
  if (!found.ok) {
    io.err(`atelier: ${missingToSentence(found.error)}`);
    return exit.usage;
  }
  const isRunning = await isServed(folder);
  // Looking needs nothing stopped; changing does.
  if (isRunning && (yes || stream === HEADS_KEY)) {
    io.err(STOP_FIRST);
    return exit.failed;
  }
  const opened = await openStorage({
    data: folder,
    databaseUrl: io.env.ATELIER_DATABASE_URL,
    env: io.env,
    readOnly: true,
  });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error, call)}`);
    return exit.failed;
  }
  const { log, heads, repair: cut, close } = opened.value;
  try {
    if (stream === HEADS_KEY) return await repairHeadsKey(opened.value, { yes, call, io });
    if (await heads.keyTrouble()) {
      io.err(
        `atelier: the key that signs repaired streams is missing or cannot be read. First run: ${call(`repair ${HEADS_KEY}`)}`,
      );
      return exit.failed;
    }
    const { next, trouble: health } = await walkToTheEnd(opened.value.audit, stream);
    if (!health) return await lookAtHead(opened.value, stream, next, { yes, call, io, isRunning });
    if (health.kind === 'unreadable') {
      io.err(
        `atelier: ${health.file} can't be read (${health.system}). Check its permissions and the disk, then run this again. Nothing was changed.`,
      );
      return exit.failed;
    }
    const recorded = await log.commits(stream);
    const total = recorded.ok ? (recorded.value.commits.at(-1)?.last ?? -1) + 1 : health.validNext;
    const later = Math.max(0, total - health.validNext);
    io.out(
      `${stream} is damaged at commit ${health.commit} (${health.reason}). ${health.validNext} events before it are intact${later > 0 ? `; ${later} events are in it or after it` : ''}.`,
    );
    if (!cut) {
      io.err('atelier: a stream in a database is never cut. Restore the database from its own backup.');
      return exit.failed;
    }
    if (!yes) {
      io.out(
        `${isRunning ? 'Stop the running server, then run' : 'Run'} it again with --yes. A single changed bit is corrected, and then nothing is lost. Otherwise the stream is cut to its first ${health.validNext} events, and a copy of all of it is kept in aside/. A backup may have more: look there first, and back up the data folder.`,
      );
      return exit.failed;
    }
    const done = await cut(stream);
    if (!done.ok && isWriteRefused(done.error)) throw new WriteFault(done.error);
    if (!done.ok) {
      io.err(`atelier: couldn't repair ${stream} (${done.error.code}). Nothing was lost.`);
      return exit.failed;
    }
    const { mended = 0, aside, next: kept } = done.value;
    const put = mended > 0 ? `${mended === 1 ? 'One changed bit was' : `${mended} changed bits were`} corrected. ` : '';
    io.out(`${put}${stream} now has ${kept} events. A copy of it as it was is in ${aside}.`);
    return exit.done;
  } finally {
    await close();
  }
};

/** All of it: `health` looks at the newest part alone, and damage is as likely in the others. */
const walkToTheEnd = async (audit: Storage['audit'], stream: string) => {
  const walk = audit.walk(stream);
  let step = await walk.next();
  while (!step.done) step = await walk.next();
  return step.value;
};

/** A whole stream that is not the one its head attests: a repair that was cut short is finished, the rest is asked. */
const lookAtHead = async (
  { audit, heads, headDoubt, repair: finish, acceptEnd }: Storage,
  stream: string,
  events: number,
  { yes, call, io, isRunning }: Asked & { readonly isRunning: boolean },
): Promise<number> => {
  const doubt = await headDoubt(stream);
  if (!doubt && events === 0 && !(await audit.streams()).includes(stream)) {
    io.err(`atelier: There is no stream ${stream} here. The streams are listed by: ${call('doctor')}`);
    return exit.usage;
  }
  if (!doubt) {
    io.out(`${stream} is healthy: ${events} events. Nothing to do.`);
    return exit.done;
  }
  if (isRunning) {
    io.err(`atelier: ${stream} needs a closer look. Stop the running server first, then run this again.`);
    return exit.failed;
  }
  const finished = await finish?.(stream);
  if (finished?.ok && finished.value.aside !== undefined) {
    io.out(`An earlier repair of ${stream} was cut short; it is finished now. What was is in ${finished.value.aside}.`);
    return exit.done;
  }
  const signed = await heads.of(stream);
  const attested = typeof signed === 'object' ? ` It attests ${signed.commits} commits, the last ${signed.head}.` : '';
  io.out(`${stream} has ${events} intact events, but ${doubtWords[doubt]}.${attested}`);
  if (!yes || !acceptEnd) {
    io.out(
      'Restore the stream from a backup if you have one. To continue with it as it is, run this again with --yes: Atelier then signs it as it is now.',
    );
    return exit.failed;
  }
  const done = await acceptEnd(stream);
  if (!done.ok && isWriteRefused(done.error)) throw new WriteFault(done.error);
  if (!done.ok) {
    io.err(`atelier: ${stream} could not be signed (${done.error.code}). Nothing was changed.`);
    return exit.failed;
  }
  const kept = done.value.aside === undefined ? '' : ` What its head said is kept in ${done.value.aside}.`;
  io.out(`${stream} is accepted as it is: ${done.value.next} events.${kept}`);
  return exit.done;
};
