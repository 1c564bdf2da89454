import type { Finding } from '@atelier/contracts';
import type { DamagedPart } from '@atelier/kernel/ports';
import type { Storage } from '@atelier/kernel/storage';
import type { Call } from './own-call.ts';

/** Packs that cannot be read, or in which damage was met since the store was opened. Hashes nothing: that is for `verify`. */
export const lookAtContent = async ({ objects }: Pick<Storage, 'objects'>): Promise<readonly DamagedPart[]> =>
  (await (await objects()).damaged?.()) ?? [];

/** Pure: what a person should know about damaged content. */
export const contentFindings = (damaged: readonly DamagedPart[], call: Call): Finding[] =>
  damaged.map(({ name, kind, why }) => ({
    level: 'problem',
    code: 'CONTENT_DAMAGED',
    message:
      kind === 'unreadable'
        ? `The pack objects/packs/${name} cannot be read: ${why}. Nobody knows what it holds, so nothing at all is deleted meanwhile.`
        : `The pack objects/packs/${name} is damaged: ${why}. The rest of it can be read, and it is left as it is.`,
    suggestion:
      kind === 'unreadable'
        ? `Run \`${call('verify')}\`, which says what is missing. Bring the pack back from a backup, or store the same files again; when nothing is missing any more, move the pack out of the folder.`
        : `Run \`${call('verify')}\`, which says what is missing. Bring the pack back from a backup, or store the same files again. Leave the pack where it is: other things in it are needed.`,
    fact: name,
  }));
