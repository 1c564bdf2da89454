import type { Storage } from '@atelier/kernel/storage';
import { signHeadsAgain } from '@atelier/kernel/usecases';
import type { Call } from '@atelier/server/installation';
import { exit } from './command.ts';
import type { Io } from './io.ts';

/** Stands where a stream's name would; no stream can be called so. */
export const HEADS_KEY = 'heads.key';

/** Without --yes it says what is known and what beginning anew costs. */
export const repairHeadsKey = async (
  { place, audit, heads }: Storage,
  { yes, call, io }: { readonly yes: boolean | undefined; readonly call: Call; readonly io: Io },
): Promise<number> => {
  const trouble = await heads.keyTrouble();
  if (trouble?.kind === 'unreadable') {
    io.err(
      `atelier: the key is there but cannot be read: keys/heads.key in the data folder (${trouble.why}). Make it readable for the user that runs this. If it cannot be read ever again, move it away and run this again.`,
    );
    return exit.failed;
  }
  if (!trouble) {
    io.out('The key that signs the ends of the streams is intact. Nothing to do.');
    return exit.done;
  }
  const where = place === 'database' ? 'the record heads.key in atelier.records' : 'keys/heads.key in the data folder';
  const signed = (await heads.streams()).length;
  io.out(`The key that signed ${signed === 1 ? 'one head' : `${signed} heads`} is ${trouble.kind}: ${where}.`);
  if (!yes) {
    io.out(
      'Restore it from a backup: nothing else is needed then, and nothing is lost. Without a backup, run this again with --yes: the signatures are moved to aside/, and every intact stream is signed as it is now, with a new key. Nobody can then prove whether anything was removed or changed before now; "verify" keeps saying so.',
    );
    return exit.failed;
  }
  const signedAgain = await signHeadsAgain({ audit, heads })(Date.now());
  if (!signedAgain) {
    io.err('atelier: the key came back meanwhile. Nothing was changed.');
    return exit.failed;
  }
  const streams = signedAgain.signed === 1 ? 'One stream is' : `${signedAgain.signed} streams are`;
  io.out(`${streams} signed again. The earlier heads are in ${signedAgain.aside.where}.`);
  for (const stream of signedAgain.damaged)
    io.err(`atelier: ${stream} is damaged and was not signed: ${call(`repair ${stream}`)}`);
  return signedAgain.damaged.length === 0 ? exit.done : exit.failed;
};
