import { createFiles, createTreeHost, fixedTrees } from '@atelier/files';
import type { LogEvent } from '@atelier/kernel/core';
import type { ChatModel } from '@atelier/models';
import { activeTree, type Bench } from '../core/bench.ts';
import { parseNotes } from '../core/review-notes.ts';
import { openRunWorld, person } from '../testing/run-world.ts';
import { recordOn } from '../usecases/record.ts';

type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>>; readonly ok: boolean };
type Worked = {
  readonly text: string;
  readonly calls: readonly Call[];
  /** How the run ended, where that was not with an answer. */
  readonly wrong: string | undefined;
};

export type LiveBench = {
  readonly turn: (asked: string, mode?: 'agent' | 'ask') => Promise<Worked>;
  readonly resume: () => Promise<Worked>;
  readonly set: (set: Readonly<Record<string, boolean>>) => Promise<void>;
  readonly now: () => Promise<Bench>;
  readonly events: () => Promise<readonly LogEvent[]>;
  readonly text: (path: string) => Promise<string | undefined>;
  /** What review starts from for a file of the Draft, and the file tools over the Draft and what it began from. */
  readonly review: (
    path: string,
  ) => Promise<{ readonly hint: unknown; readonly files: ReturnType<typeof createFiles> }>;
};

/** A Workbench with real files, tools and prompts in a data folder of its own, for one scenario. */
export const inWorkbench = async (
  model: ChatModel,
  files: Readonly<Record<string, string | Uint8Array>>,
  scenario: (bench: LiveBench) => Promise<string | undefined>,
): Promise<string | undefined> => {
  const { modelId } = model.entry;
  const world = await openRunWorld({ models: { [modelId]: model } });
  try {
    const id = await world.create(files, modelId);
    const worked = async (): Promise<Worked> => {
      await world.ended(id, patienceMs);
      const events = await world.events(id);
      const state = (await world.at(id)).run?.state;
      return {
        text: (await world.answers(id)).at(-1)?.text ?? '',
        calls: callsIn(events),
        wrong: state === 'completed' ? undefined : `the run is ${state}`,
      };
    };
    return await scenario({
      turn: async (asked, mode = 'agent') => {
        const begun = await world.ask(id, asked, mode);
        if (!begun.ok) throw new Error(begun.error.code);
        return worked();
      },
      resume: async () => {
        const resumed = await world.runs.resume(id);
        if (!resumed.ok) throw new Error(resumed.error.code);
        return worked();
      },
      set: async (set) => {
        await recordOn(world.deps)(id, person, () => ({
          ok: true,
          value: [{ kind: 'workbench.settings_changed', set }],
        }));
      },
      now: () => world.at(id),
      events: () => world.events(id),
      text: (path) => world.text(id, path),
      review: async (path) => {
        const bench = await world.at(id);
        const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
        const revision = bench.draft && bench.revisions.get(bench.draft.revisionId);
        const notes = parseNotes(revision?.review ? await world.content.blobs.get(revision.review) : undefined);
        const [now, reference] = [activeTree(bench), draft?.reference];
        if (now === null || !reference) throw new Error('there is no Draft');
        const over = createFiles(createTreeHost(world.content, fixedTrees(now, reference)), world.workers);
        return { hint: notes.files[path]?.hint ?? null, files: over };
      },
    });
  } finally {
    await world.close();
  }
};

/** Real models take their time; ten minutes are more than any of these needs. */
const patienceMs = 600_000;

const callsIn = (events: readonly LogEvent[]): readonly Call[] => {
  const answered = new Map(
    events.flatMap(({ kind, data }) => (kind === 'tool.returned' ? [[data.callId, data.outcome === 'ok']] : [])),
  );
  return events.flatMap(({ kind, data }) =>
    kind === 'tool.called'
      ? [{ name: String(data.name), input: data.input as Call['input'], ok: answered.get(data.callId) === true }]
      : [],
  );
};

export const edited = async (
  bench: LiveBench,
  path: string,
  has: string,
  hasNot?: string,
): Promise<string | undefined> => {
  if ((await bench.now()).draft === null) return 'there is no Draft';
  const { hint, files } = await bench.review(path);
  if (hint === null) return 'the edit has no hint';
  const review = await files.review.get(path, {} as never);
  if (!review.ok) return `there is no review: ${review.error.code}`;
  const read = JSON.stringify(await files.text(path));
  if (!read.includes(has)) return `${has} is not in ${path}`;
  return hasNot !== undefined && read.includes(hasNot) ? `${hasNot} is still in ${path}` : undefined;
};

export const toolsArePaired = (events: readonly LogEvent[]): string | undefined => {
  const open = new Set<unknown>();
  let pairs = 0;
  for (const { kind, data } of events) {
    if (kind === 'tool.called') open.add(data.callId);
    if (kind !== 'tool.returned') continue;
    if (!open.delete(data.callId)) return 'a call ended that was not announced';
    pairs += 1;
  }
  if (open.size > 0) return 'a call was announced and did not end';
  return pairs > 0 ? undefined : 'no tool was called';
};

export const phasesArePaired = (events: readonly LogEvent[]): string | undefined => {
  const phases = events.flatMap(({ kind, data }) =>
    kind === 'run.phase_started' ? [`+${data.phase}`] : kind === 'run.phase_completed' ? [`-${data.phase}`] : [],
  );
  const isPaired = phases.every((phase, at) => at % 2 === 0 || phase === phases[at - 1]?.replace('+', '-'));
  return isPaired && phases.length > 0 && phases.length % 2 === 0 ? undefined : `phases went ${phases.join(' ')}`;
};
