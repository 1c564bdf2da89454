import type { Finding, StreamFacts } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import type { HeadDoubt, KeyTrouble, UnsignedHead } from '@atelier/kernel/ports';
import type { Storage } from '@atelier/kernel/storage';
import type { Call } from './own-call.ts';

export type Ends = Pick<Storage, 'heads' | 'headDoubt' | 'unsignedHeads' | 'unsignedCommits'>;

export type HeadFacts = {
  readonly keyTrouble: KeyTrouble | undefined;
  readonly doubted: readonly { readonly stream: string; readonly doubt: HeadDoubt }[];
  readonly unsigned: readonly UnsignedHead[];
  /** The newest commits of these were made some time ago and never signed. */
  readonly onlyChained: readonly { readonly stream: string; readonly commits: number }[];
};

/** So many streams are named, at the most. */
const mostNamed = 200;
/** So many are looked at until a command that came meanwhile has its turn. */
const atOnce = 16;
const yieldToEventLoop = (): Promise<void> => new Promise((resume) => setImmediate(resume));
/** Heads are signed within a second; on a machine that is busy it may take a few. */
const signedByThenMs = 10_000;

/** Holds streams that are whole against their signed heads; of a damaged one it is said already that it is. */
export const lookAtHeads = async (
  { log, ...ends }: Ends & { readonly log: Pick<EventLog, 'read'> },
  streams: readonly StreamFacts[],
  now: number,
): Promise<HeadFacts> => {
  const unsigned = ends.unsignedHeads();
  const keyTrouble = await ends.heads.keyTrouble();
  // Without the key nothing can be held against any of them, and that is one thing and not thousands.
  if (keyTrouble) return { keyTrouble, doubted: [], unsigned, onlyChained: [] };
  const damaged = new Set(streams.filter(({ health }) => health !== 'healthy').map(({ stream }) => stream));
  const doubted: { readonly stream: string; readonly doubt: HeadDoubt }[] = [];
  for (const [index, stream] of (await ends.heads.streams()).entries()) {
    if (damaged.has(stream)) continue;
    if (index % atOnce === 0) await yieldToEventLoop();
    const doubt = await ends.headDoubt(stream);
    if (doubt) doubted.push({ stream, doubt });
    if (doubted.length === mostNamed) break;
  }
  const said = new Set([...damaged, ...unsigned.map(({ stream }) => stream)]);
  const onlyChained: { readonly stream: string; readonly commits: number }[] = [];
  for (const [index, { stream, events }] of streams.entries()) {
    if (said.has(stream)) continue;
    if (index % atOnce === 0) await yieldToEventLoop();
    const commits = await ends.unsignedCommits(stream);
    if (commits > 0 && (await isOlderThan(log, stream, events, now - signedByThenMs)))
      onlyChained.push({ stream, commits });
    if (onlyChained.length === mostNamed) break;
  }
  return { keyTrouble, doubted, unsigned, onlyChained };
};

/** Of its last event. Whatever cannot be read is named elsewhere. */
const isOlderThan = async (
  log: Pick<EventLog, 'read'>,
  stream: string,
  events: number,
  time: number,
): Promise<boolean> => {
  const found = await log.read(stream, { from: Math.max(0, events - 1), limit: 1 });
  const last = found.ok ? found.value.events.at(-1) : undefined;
  return last !== undefined && Date.parse(last.at) < time;
};

/** Pure: what a person should know about signed heads. */
export const headFindings = (
  { keyTrouble, doubted, unsigned, onlyChained }: HeadFacts,
  place: Storage['place'],
  call: Call,
): Finding[] => {
  const findings: Finding[] = [];
  if (keyTrouble?.kind === 'missing') findings.push(keyMissingFinding(place, call));
  if (keyTrouble?.kind === 'damaged') findings.push(keyDamagedFinding(keyTrouble.forged, call));
  if (keyTrouble?.kind === 'unreadable') findings.push(keyUnreadableFinding(keyTrouble.why, call));
  for (const { stream, doubt } of doubted)
    findings.push({
      level: 'problem',
      code: 'STREAM_END_DOUBTED',
      message: `The record ${stream} can be read, but ${doubtWords[doubt]}.`,
      suggestion: `Restore it from a backup, or run \`${call(`repair ${stream}`)}\`, which says what is known and finishes a repair that was interrupted. Until then Atelier doesn’t sign it.`,
      fact: stream,
    });
  const failing = unsigned.filter(({ reason }) => reason === 'failed');
  const [first] = failing;
  if (first)
    findings.push({
      level: 'problem',
      code: 'HEADS_NOT_SIGNED',
      message: `The newest commits of ${failing.length === 1 ? first.stream : `${failing.length} records, ${first.stream} among them,`} are saved, but their end could not be signed (${first.detail}). Atelier would not notice if their recent history were removed.`,
      suggestion:
        place === 'database'
          ? 'See that the table `atelier.heads` can be written to. It is tried again, and once more when the server stops.'
          : 'See that there is room, and that the folder `heads` in the data folder can be written to. It is tried again, and once more when the server stops.',
      fact: first.stream,
    });
  findings.push(...onlyChainedFinding(onlyChained));
  return findings;
};

/** Left by a process that was killed within the second in which it would have signed them. A start signs them. */
const onlyChainedFinding = (streams: HeadFacts['onlyChained']): Finding[] => {
  const [first] = streams;
  if (!first) return [];
  const ofFirst = `${first.commits === 1 ? 'The newest commit' : `The newest ${first.commits} commits`} of ${first.stream}`;
  const others = streams.length === 1 ? '' : `, and of ${streams.length - 1} more,`;
  const plural = first.commits > 1 || streams.length > 1;
  return [
    {
      level: 'note',
      code: 'COMMITS_ONLY_CHAINED',
      message: `${ofFirst}${others} ${plural ? 'are' : 'is'} whole, but attested by the chain alone: the process that wrote there ended before it could sign. A cut in ${plural ? 'them' : 'it'} would not be noticed.`,
      suggestion: 'Nothing to do: the next start of the server signs them, and so does the next change.',
      fact: first.stream,
    },
  ];
};

const keyMissingFinding = (place: Storage['place'], call: Call): Finding => ({
  level: 'problem',
  code: 'HEADS_KEY_MISSING',
  message: `The key that signed the ends of the records is missing or damaged: ${place === 'database' ? 'the record heads.key in the table `atelier.records`' : 'keys/heads.key in the data folder'}. Everything still works, but Atelier can’t detect whether recent history was removed, and signs nothing meanwhile.`,
  suggestion: `Bring the key back from a backup. If there is none, run \`${call('repair heads.key')}\`, which first says what can no longer be proved, then starts with a new key.`,
});

const keyDamagedFinding = (heads: number, call: Call): Finding => ({
  level: 'problem',
  code: 'HEADS_KEY_MISSING',
  message: `keys/heads.key in the data folder is not the key that signed the ends of ${heads} streams: it was damaged or replaced. Everything still works, but Atelier can’t detect whether recent history was removed.`,
  suggestion: `Restore the key from a backup. Without one, run \`${call('repair heads.key')}\`, which first says what can no longer be proved.`,
});

const keyUnreadableFinding = (why: string, call: Call): Finding => ({
  level: 'problem',
  code: 'HEADS_KEY_UNREADABLE',
  message: `The key that signs the ends of the records cannot be read: keys/heads.key in the data folder (${why}). Everything still works, but Atelier can’t detect whether recent history was removed, and signs nothing meanwhile.`,
  suggestion: `Make the file readable for the user that runs Atelier, or bring it back from a backup; signing goes on by itself then. If it cannot be read ever again, move it away and run \`${call('repair heads.key')}\`.`,
  fact: why,
});

const doubtWords: Record<HeadDoubt, string> = {
  tail_cut: 'commits that its signed head attests are missing',
  head_differs: 'its history is not the one its signed head attests',
  head_forged: "its head is not signed with this installation's key",
  head_keyless: 'the key that signed its head is missing or can’t be read',
  head_unreadable: 'its signed head can’t be read. Check the permissions of the folder heads, and the disk',
};
