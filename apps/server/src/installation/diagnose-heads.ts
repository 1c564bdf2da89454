import type { Finding } from '@atelier/contracts';
import type { HeadDoubt, KeyTrouble, UnsignedHead } from '@atelier/kernel/ports';
import type { Storage } from '@atelier/kernel/storage';
import type { Call } from './own-call.ts';

export type HeadFacts = {
  readonly keyTrouble: KeyTrouble | undefined;
  readonly doubted: readonly { readonly stream: string; readonly doubt: HeadDoubt }[];
  readonly unsigned: readonly UnsignedHead[];
};

/** So many streams are named, at the most. */
const mostNamed = 200;

/** Holds streams that are whole against their signed heads; of a damaged one it is said already that it is. */
export const lookAtHeads = async (
  { heads, headDoubt, unsignedHeads }: Pick<Storage, 'heads' | 'headDoubt' | 'unsignedHeads'>,
  damaged: ReadonlySet<string>,
): Promise<HeadFacts> => {
  const unsigned = unsignedHeads();
  // Without the key nothing can be held against any of them, and that is one thing and not thousands.
  const keyTrouble = await heads.keyTrouble();
  if (keyTrouble) return { keyTrouble, doubted: [], unsigned };
  const doubted: { readonly stream: string; readonly doubt: HeadDoubt }[] = [];
  for (const stream of await heads.streams()) {
    if (damaged.has(stream)) continue;
    const doubt = await headDoubt(stream);
    if (doubt) doubted.push({ stream, doubt });
    if (doubted.length === mostNamed) break;
  }
  return { keyTrouble, doubted, unsigned };
};

/** Pure: what a person should know about signed heads. */
export const headFindings = (
  { keyTrouble, doubted, unsigned }: HeadFacts,
  place: Storage['place'],
  call: Call,
): Finding[] => {
  const findings: Finding[] = [];
  if (keyTrouble?.kind === 'missing') findings.push(keyMissingFinding(place, call));
  if (keyTrouble?.kind === 'unreadable') findings.push(keyUnreadableFinding(keyTrouble.why, call));
  for (const { stream, doubt } of doubted)
    findings.push({
      level: 'problem',
      code: 'STREAM_END_DOUBTED',
      message: `The record ${stream} can be used, but ${doubtWords[doubt]}.`,
      suggestion: `Bring it back from a backup, or run \`${call(`repair ${stream}`)}\`, which says what is known and finishes a repair that was cut short. Its end is not signed meanwhile.`,
      fact: stream,
    });
  const failing = unsigned.filter(({ reason }) => reason === 'failed');
  const [first] = failing;
  if (first)
    findings.push({
      level: 'problem',
      code: 'HEADS_NOT_SIGNED',
      message: `The newest commits of ${failing.length === 1 ? first.stream : `${failing.length} records, ${first.stream} among them,`} are kept, but their end could not be signed (${first.detail}). A cut in them would not be noticed.`,
      suggestion:
        place === 'database'
          ? 'See that the table `atelier.heads` can be written to. It is tried again, and once more when the server stops.'
          : 'See that there is room, and that the folder `heads` in the data folder can be written to. It is tried again, and once more when the server stops.',
      fact: first.stream,
    });
  return findings;
};

const keyMissingFinding = (place: Storage['place'], call: Call): Finding => ({
  level: 'problem',
  code: 'HEADS_KEY_MISSING',
  message: `The key that signed the ends of the records is missing or damaged: ${place === 'database' ? 'the record heads.key in the table `atelier.records`' : 'keys/heads.key in the data folder'}. Everything can be used, but whether anything was cut off cannot be told, and no end is signed meanwhile.`,
  suggestion: `Bring the key back from a backup. If there is none, run \`${call('repair heads.key')}\`, which says what can then no longer be proved before it begins anew.`,
});

const keyUnreadableFinding = (why: string, call: Call): Finding => ({
  level: 'problem',
  code: 'HEADS_KEY_UNREADABLE',
  message: `The key that signs the ends of the records cannot be read: keys/heads.key in the data folder (${why}). Everything can be used, but whether anything was cut off cannot be told, and no end is signed meanwhile.`,
  suggestion: `Make the file readable for the user that runs Atelier, or bring it back from a backup; signing goes on by itself then. If it cannot be read ever again, move it away and run \`${call('repair heads.key')}\`.`,
  fact: why,
});

const doubtWords: Record<HeadDoubt, string> = {
  tail_cut: 'commits that its signed head attests are gone',
  head_differs: 'it is another one than its signed head attests',
  head_forged: "its head is not signed with this installation's key",
  head_keyless: 'the key that signed its head is missing or cannot be read',
};
