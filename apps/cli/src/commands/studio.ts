import type { SkillCard } from '@atelier/contracts/studio';
import { hereDataFolder } from '@atelier/kernel/storage';
import {
  askRunning,
  notReachedToSentence,
  ownCall,
  type Replayed,
  replayTraceFile,
  type TraceRefused,
} from '@atelier/server/installation';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';

/** How skills are set, and whether a turn that was exported still comes to the same result. */
export const studio: RunCommand = async (flags, io) => {
  const [what, ...files] = flags.words;
  if (what === 'skills' && files.length === 0) return skills(flags, io);
  if (what === 'replay' && files.length === 1) return replay(files[0] ?? '', io);
  const call = ownCall(flags.data ?? hereDataFolder());
  io.err(
    `atelier: That is no call of "studio". It has: ${['studio skills', 'studio replay FILE'].map(call).join(' · ')}`,
  );
  return exit.usage;
};

/** How the skills of Studio are set, as its page of skills shows them; `--sync` writes down what the code has now. */
const skills = async ({ data, sync = false }: Flags, io: Io): Promise<number> => {
  const dataFolder = data ?? hereDataFolder();
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

/** From the file alone: no server, data folder, network or model. */
const replay = async (file: string, io: Io): Promise<number> => {
  const replayed = await replayTraceFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'EISDIR') throw cause;
    return undefined;
  });
  if (replayed === undefined) {
    io.err(`atelier: there is no file ${file}.`);
    return exit.usage;
  }
  if (!replayed.ok) {
    io.err(`atelier: ${file} can’t be replayed (${replayed.error.code}): ${whyNot(replayed.error)}`);
    return exit.failed;
  }
  for (const line of replayToLines(replayed.value)) io.out(line);
  return replayed.value.differences.length === 0 ? exit.done : exit.failed;
};

const replayToLines = ({ turnId, eventType, events, answers, differences }: Replayed): readonly string[] => {
  const played = answers === 0 ? '' : ` Answers of models that were played back: ${answers}.`;
  const [first] = differences;
  if (!first) return [`identical: ${turnId} (${eventType}). Events compared: ${events}.${played}`];
  return [
    `different: ${turnId} (${eventType}). Events compared: ${events}.${played}`,
    `  step:     ${first.step}`,
    `  field:    ${first.field}`,
    `  recorded: ${shown(first.recorded)}`,
    `  now:      ${shown(first.now)}`,
    ...(differences.length > 1 ? [`  More differences: ${differences.length - 1}`] : []),
  ];
};

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
};

const whyNot = (refused: TraceRefused): string => {
  switch (refused.code) {
    case 'NOT_A_TRACE':
      return 'it is no trace of a Studio turn. Download one in Studio, on the page “How Studio works”.';
    case 'TRACE_TOO_NEW':
      return 'a newer Atelier exported it. Update this one, then replay it again.';
    case 'TRACE_DAMAGED':
      return `${refused.part} is not as it was exported. Download the trace again.`;
    case 'TRACE_WITHOUT_INPUTS':
      return 'it says what happened, but not what the turn was told. An older Atelier recorded the turn, or the file is the one for reading. An admin can download the one for replay.';
  }
};
