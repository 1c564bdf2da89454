import { hereDataFolder, openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { verify as verifyStore } from '@atelier/kernel/usecases';
import { ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { findDataFolder, missingToSentence } from '../find-data-folder.ts';
import {
  CONTENT_REMEDY,
  countToLine,
  damagedToLine,
  findingToLine,
  isOfContent,
  streamRemedy,
  unprovenToLine,
} from '../verify-text.ts';

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

/** A store of ten thousand streams does not make ten thousand lines. */
const TELL_EVERY_MS = 500;

/** Walks every chain, re-hashes all content and holds the ends against the signed heads. Changes nothing. */
export const verify: RunCommand = async ({ data }, io) => {
  const folder = data ?? hereDataFolder();
  const call = ownCall(folder);
  const found = await findDataFolder(folder);
  if (!found.ok) {
    io.err(`atelier: ${missingToSentence(found.error)}`);
    return exit.usage;
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
  const { audit, heads, content, objects, close } = opened.value;
  try {
    let toldAt = Date.now();
    const seen = await verifyStore({ audit, heads, content: await content() })(
      ({ stream, streamsDone, streams, bytes }) => {
        if (Date.now() - toldAt < TELL_EVERY_MS) return;
        toldAt = Date.now();
        const where = stream === undefined ? 'content' : `${streamsDone + 1} of ${streams}: ${stream}`;
        io.err(`${where}, ${Math.round(bytes / 1e6)} MB so far`);
      },
    );
    const counted = [count(seen.streams, 'stream'), count(seen.commits, 'commit'), count(seen.content, 'piece')];
    io.out(`${counted.join(', ')} of content looked at.`);
    for (const finding of seen.findings) io.out(`WRONG: ${findingToLine(finding, call)}`);
    const damaged = (await (await objects()).damaged?.()) ?? [];
    for (const part of damaged) io.out(`DAMAGED: ${damagedToLine(part)}`);
    io.out(countToLine(seen.findings.length, damaged));
    const remedy = streamRemedy(seen.findings, call);
    if (remedy) io.out(remedy);
    if (seen.findings.some(isOfContent)) io.out(CONTENT_REMEDY);
    io.out('What this cannot prove:');
    for (const each of seen.unproven) io.out(`  ${unprovenToLine(each)}`);
    return seen.findings.length === 0 && damaged.length === 0 ? exit.done : exit.failed;
  } finally {
    await close();
  }
};
