import type { SkillCard } from '@atelier/contracts/studio';
import { hereDataFolder } from '@atelier/kernel/storage';
import { askRunning, notReachedToSentence, ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';

/** How the skills of Studio are set, as its page of skills shows them; `--sync` writes down what the code has now. */
export const studio: RunCommand = async ({ data, sync = false, words }, io) => {
  const dataFolder = data ?? hereDataFolder();
  const call = ownCall(dataFolder);
  const [what] = words;
  if (what !== 'skills') {
    io.err(`atelier: Studio has no "${what}" here. It has: ${call('studio skills')}`);
    return exit.usage;
  }
  const reached = await askRunning(dataFolder);
  if (!reached.ok) {
    io.err(`atelier: ${notReachedToSentence(reached.error, dataFolder)}`);
    return exit.failed;
  }
  const { client } = reached.value;
  const answer = sync
    ? await client.StudioSkillsSync({ requestId: crypto.randomUUID() })
    : await client.StudioSkillsGet({});
  if (!answer.ok) {
    io.err(`atelier: ${answer.error.message} ${answer.error.suggestion ?? ''}`.trim());
    return exit.failed;
  }
  for (const skill of answer.value.skills) io.out(skillToLine(skill));
  return exit.done;
};

const skillToLine = ({ skillId, version, isEnabled, isGhost, needsSync, promptOverride, runs }: SkillCard): string =>
  [
    `${skillId} ${version}`,
    isEnabled ? 'on' : 'off',
    ...(promptOverride === null ? [] : ['own wording']),
    ...(needsSync === 'no' ? [] : [`needs sync (${needsSync})`]),
    ...(isGhost ? ['no code behind it'] : []),
    `${runs.count} runs, ${runs.failed} failed`,
  ].join(' · ');
