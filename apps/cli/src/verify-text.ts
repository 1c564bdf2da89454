import type { DamagedPart, HeadDoubt } from '@atelier/kernel/ports';
import type { Finding, Unproven } from '@atelier/kernel/usecases';
import type { Call } from '@atelier/server/installation';

export const doubtWords: Record<HeadDoubt, string> = {
  tail_cut: 'commits that its signed head attests are missing',
  head_differs: 'its history is not the one its signed head attests',
  head_forged: "its head is not signed with this installation's key",
  head_keyless: 'the key that signed its head is missing or cannot be read',
  head_unreadable: 'its signed head cannot be read',
};

export const findingToLine = (finding: Finding, call: Call): string => {
  const anew = call('repair heads.key');
  if (finding.kind === 'heads_key_missing') return keyMissingSentence(finding.heads, anew);
  if (finding.kind === 'heads_key_unreadable') return keyUnreadableSentence(finding.heads, finding.why, anew);
  if (finding.kind === 'heads_key_damaged') return keyDamagedSentence(finding.heads, anew);
  if (finding.kind === 'folder_unreadable')
    return `${finding.file} cannot be read (${finding.system}), so its streams are unknown. Check its permissions and the disk.`;
  const at = `${finding.stream}, commit ${finding.commit}`;
  switch (finding.kind) {
    case 'commit':
      return finding.file === undefined
        ? `${at}: the bytes are not what was committed (${finding.reason}).`
        : `${at}: ${finding.file} cannot be read (${finding.system}). Check its permissions and the disk; nothing else is wrong with the stream as far as is known.`;
    case 'head_unreadable':
      return `${at}: the signed head cannot be read. Check the permissions of heads/ and the disk.`;
    case 'tail_cut':
      return `${at}: the stream ends here, but a signed head attests ${finding.signed} commits.`;
    case 'head_differs':
      return `${at}: the chain is another one than the signed head attests.`;
    case 'head_forged':
      return `${at}: the head is not signed with this installation's key.`;
    case 'content_missing':
      return `${at}: content ${finding.id} is missing${finding.tree ? ` (named by tree ${finding.tree})` : ''}.`;
    case 'content_changed':
      return `${at}: content ${finding.id} is not what its name says${finding.tree ? ` (named by tree ${finding.tree})` : ''}.`;
  }
};

/** What can be done about those that are of a stream; the rest say it themselves, or are of content. */
export const streamRemedy = (findings: readonly Finding[], call: Call): string | undefined => {
  const first = findings.find(
    (finding) =>
      'stream' in finding && !isOfContent(finding) && !('file' in finding) && finding.kind !== 'head_unreadable',
  );
  return first && 'stream' in first
    ? `Copy the data folder before anything else. To see what would be kept of a stream, run: ${call(`repair ${first.stream}`)}`
    : undefined;
};

export const isOfContent = ({ kind }: Finding): boolean => kind === 'content_missing' || kind === 'content_changed';

export const CONTENT_REMEDY =
  'Content is mended by bringing its pack back from a backup, or by storing the same files again. "When content is damaged" in docs/operating.md says how.';

export const damagedToLine = ({ name, kind, why }: DamagedPart): string =>
  `objects/packs/${name}: ${why}.${kind === 'unsound' ? '' : ' Its contents are unknown, so nothing is deleted meanwhile.'}${kind === 'refused' ? ' Check its permissions, or the disk.' : ''}`;

export const countToLine = (wrong: number, damaged: readonly DamagedPart[]): string => {
  if (wrong === 1) return 'One thing is wrong.';
  if (wrong > 1) return `${wrong} things are wrong; start with the first one.`;
  if (damaged.length === 0) return 'Nothing is wrong.';
  return damaged.some(({ kind }) => kind !== 'unsound')
    ? 'Nothing that is needed is missing. A pack that cannot be read is not needed then: move it out of the folder.'
    : 'Nothing that is needed is missing: of what is damaged there is another copy.';
};

const signedHeads = (heads: number): string =>
  heads === 1 ? 'the head of one stream' : `the heads of ${heads} streams`;

const keyUnreadableSentence = (heads: number, why: string, anew: string): string =>
  `the key that signed ${signedHeads(heads)} cannot be read: keys/heads.key (${why}). Make the file readable for the user that runs this, or bring it back from the backup. If it cannot be read ever again, move it away and run: ${anew}`;

const keyDamagedSentence = (heads: number, anew: string): string =>
  `keys/heads.key is not the key that signed ${signedHeads(heads)}: it was damaged or replaced. Restore it from a backup. If there is none, see what can no longer be proved with: ${anew}`;

/** With what to do: nothing else is a remedy for it. */
const keyMissingSentence = (heads: number, anew: string): string =>
  `the key that signed ${signedHeads(heads)} is missing or damaged. Bring back keys/heads.key from the backup (in a database: the record heads.key), or sign the heads again with a new key. To see first what can no longer be proved then, run: ${anew}`;

export const unprovenToLine = (unproven: Unproven): string => {
  switch (unproven.kind) {
    case 'only_chained':
      return `${unproven.stream}: ${unproven.commits} commits from ${unproven.from} on are attested by the chain alone; a later head was not signed yet.`;
    case 'content_not_looked_at':
      return 'Content was not looked at.';
    case 'heads_put_aside':
      return `What was cut or rewritten before ${new Date(unproven.at).toISOString()}: the key that had signed ${unproven.heads === 1 ? 'the head' : `the ${unproven.heads} heads`} of then was lost. What it signed is kept in ${unproven.where}, and proves something only with that key.`;
    case 'whole_stream_removed':
      return 'A stream that was removed or cut together with its signed head leaves no trace.';
    case 'disk_lied_about_a_sync':
      return 'A disk that said it had written what it had not.';
    case 'signed_by_who_holds_the_key':
      return 'Anyone who can read the signing key, in the data folder or in the database, can sign another history.';
  }
};
