import {
  type CompareLane,
  type CompareView,
  type compareCommands,
  emptyConversation,
  foldConversation,
} from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import {
  type Bench,
  benchStream,
  type Compares,
  changedBetween,
  isDenied,
  type Lane,
  type LaneId,
  laneBench,
  type MessageId,
  type Piece,
  recordOn,
  switchModel,
  userMessageOf,
  type WorkbenchId,
} from '@atelier/workshop';
import type { Transcript } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import type { BenchFiles } from './bench-files.ts';
import { putTogether } from './compare-pieces.ts';
import { modelRefused, type TalkDeps } from './talk-deps.ts';
import { refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = TalkDeps & { readonly files: BenchFiles; readonly compares: () => Promise<Compares> };
type Told = { readonly code: string };

/** One question, several models: lanes are begun, watched and chosen from. */
export const createCompareHandlers = (deps: Deps): Handlers<keyof typeof compareCommands> => {
  const { kit, open, compares, files } = deps;

  const nameOf = async (modelId: string): Promise<string> => {
    const listed = await (await kit.models.open()).listed();
    const found = listed.ok ? listed.value.entries.find(({ entry }) => entry.modelId === modelId) : undefined;
    return found?.entry.label ?? modelId;
  };
  /** The comparison a tab speaks of is the one that is open. */
  const isOpen = async (id: WorkbenchId, compareId: string): Promise<Result<Bench, Told>> => {
    const looked = await (await open()).look(id);
    if (!looked.ok) return looked;
    const { bench } = looked.value;
    return bench.compare?.id === compareId ? ok(bench) : err({ code: 'COMPARE_NOT_OPEN' });
  };

  return {
    WorkshopTryWithModel: async ({ workbenchId, messageId, modelIds, parallel = true }, caller) => {
      const id = workbenchId as WorkbenchId;
      const looked = await (await open()).look(id);
      if (!looked.ok) return refusedBy('WorkshopTryWithModel', looked.error);
      for (const modelId of modelIds) {
        const found = await (await kit.models.open()).modelFor(modelId);
        if (!found.ok) return refusedBy('WorkshopTryWithModel', modelRefused(found.error));
      }
      const { bench, talk } = looked.value;
      const first = answeredBy(bench, talk, messageId as MessageId) ?? bench.modelId;
      if (first === null) return refusedBy('WorkshopTryWithModel', { code: 'NO_MODEL' });
      const models = await Promise.all(
        [first, ...modelIds].map(async (modelId) => ({ modelId, name: await nameOf(modelId) })),
      );
      const wish = { messageId: messageId as MessageId, models, oneAtATime: !parallel };
      const opened = await (await compares()).open(id, wish, actorOf(caller));
      if (!opened.ok) return refusedBy('WorkshopTryWithModel', opened.error);
      const { compare, seq } = opened.value;
      return ok({ seq, compareId: compare.id, laneIds: compare.lanes.map((lane) => lane.id) });
    },
    WorkshopGetCompare: async ({ workbenchId }) => {
      const workshop = await open();
      const looked = await workshop.look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopGetCompare', looked.error);
      const view = await compareView(workshop, looked.value);
      return view ? ok(view) : refusedBy('WorkshopGetCompare', { code: 'COMPARE_NOT_OPEN' });
    },
    WorkshopChooseResponse: async ({ workbenchId, compareId, laneId, pieces, setDefault = false }, caller) => {
      const [id, lane, actor] = [workbenchId as WorkbenchId, laneId as LaneId, actorOf(caller)];
      const shown = await isOpen(id, compareId);
      if (!shown.ok) return refusedBy('WorkshopChooseResponse', shown.error);
      const modelId = shown.value.compare?.lanes.find((each) => each.id === lane)?.modelId;
      const lanes = await compares();
      const made = pieces && (await putTogether(await open(), files, shown.value, pieces as readonly Piece[]));
      if (made && !made.ok) return refusedBy('WorkshopChooseResponse', made.error);
      const chosen = made ? await lanes.choosePieces(id, lane, made.value, actor) : await lanes.choose(id, lane, actor);
      if (!chosen.ok) return refusedBy('WorkshopChooseResponse', chosen.error);
      if (!setDefault || modelId === undefined) return ok({ seq: chosen.value.seq });
      const workshop = await open();
      const cardId = workshop.newId('msg') as MessageId;
      const switched = await recordOn(workshop)<Told>(id, actor, (bench) =>
        switchModel(bench, { modelId, cardId, by: caller.person }),
      );
      return switched.ok ? ok({ seq: switched.value.seq }) : refusedBy('WorkshopChooseResponse', switched.error);
    },
    WorkshopCloseCompare: async ({ workbenchId, compareId }, caller) => {
      const id = workbenchId as WorkbenchId;
      const shown = await isOpen(id, compareId);
      if (!shown.ok) return refusedBy('WorkshopCloseCompare', shown.error);
      const done = await (await compares()).close(id, actorOf(caller));
      return done.ok ? ok(done.value) : refusedBy('WorkshopCloseCompare', done.error);
    },
    WorkshopLaneCancel: async ({ workbenchId, compareId, laneId }, caller) => {
      const id = workbenchId as WorkbenchId;
      const shown = await isOpen(id, compareId);
      if (!shown.ok) return refusedBy('WorkshopLaneCancel', shown.error);
      const done = await (await compares()).cancel(id, laneId as LaneId, actorOf(caller));
      return done.ok ? ok(done.value) : refusedBy('WorkshopLaneCancel', done.error);
    },
    WorkshopLaneRetry: async ({ workbenchId, compareId, laneId, cap }, caller) => {
      const id = workbenchId as WorkbenchId;
      const shown = await isOpen(id, compareId);
      if (!shown.ok) return refusedBy('WorkshopLaneRetry', shown.error);
      const done = await (await compares()).retry(id, laneId as LaneId, cap, actorOf(caller));
      return done.ok ? ok(done.value) : refusedBy('WorkshopLaneRetry', done.error);
    },
    WorkshopLaneConsent: async ({ workbenchId, compareId, laneId, scopeHash, decision }, { person }) => {
      const id = workbenchId as WorkbenchId;
      const shown = await isOpen(id, compareId);
      if (!shown.ok) return refusedBy('WorkshopLaneConsent', shown.error);
      const done = await (await compares()).consent(id, laneId as LaneId, { scopeHash, decision }, person);
      return done.ok ? ok(done.value) : refusedBy('WorkshopLaneConsent', done.error);
    },
  };
};

/** The model that gave the answer which is there. */
const answeredBy = (bench: Bench, talk: Transcript, messageId: MessageId): string | null => {
  const question = userMessageOf(bench, messageId);
  for (let id = bench.head; id && id !== question; id = bench.messages.get(id)?.parentId ?? null) {
    const item = talk.nodes.get(id)?.item;
    if (item?.kind === 'assistant') return item.modelId;
  }
  return null;
};

type Looked = { readonly bench: Bench; readonly talk: Transcript; readonly seq: number };

const compareView = async (workshop: Workshop, { bench, talk, seq }: Looked): Promise<CompareView | undefined> => {
  const { compare } = bench;
  if (!compare) return undefined;
  const { stamp } = compare.base;
  const base = (stamp.draft && bench.revisions.get(stamp.draft.revisionId)?.tree) || stamp.published;
  const [before, rows] = [await workshop.treeAt(base), new Map<string, CompareView['files'][number]['cells']>()];
  const lanes: CompareLane[] = [];
  for (const [at, lane] of compare.lanes.entries()) {
    // A question that nobody had answered has no answer to stand first.
    if (at === 0 && lane.messageId === null) continue;
    const shown = at === 0 ? await firstLane(workshop, bench, talk, lane) : await furtherLane(workshop, talk, lane);
    if (!shown) continue;
    const tree = lane.draft && bench.revisions.get(lane.draft.revisionId)?.tree;
    const changed = tree ? changedBetween(before, await workshop.treeAt(tree)) : undefined;
    for (const kind of ['added', 'modified', 'deleted'] as const)
      for (const path of changed?.[kind] ?? []) {
        const cells = rows.get(path) ?? [];
        cells[lanes.length] = kind;
        rows.set(path, cells);
      }
    lanes.push(shown);
  }
  const question = talk.nodes.get(compare.userMessageId)?.item;
  return {
    seq,
    compareId: compare.id,
    userMessageId: compare.userMessageId,
    question: question?.kind === 'user' ? question.text : '',
    lanes,
    files: [...rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, cells]) => ({ path, cells: lanes.map((_, at) => cells[at] ?? null) })),
  };
};

const told = (lane: Lane, text: string) => ({
  laneId: lane.id,
  modelId: lane.modelId,
  isOriginal: false,
  label: lane.label,
  state: lane.state,
  messageId: lane.messageId,
  text,
  hasDraft: lane.draft !== null,
  isChoosable: lane.messageId !== null && (lane.state === 'ready' || lane.state === 'interrupted'),
});

const textOf = (talk: Transcript, messageId: string | null): string => {
  for (let id = messageId; id; id = talk.nodes.get(id)?.parentId ?? null) {
    const item = talk.nodes.get(id)?.item;
    if (item?.kind === 'assistant') return item.text;
    if (item?.kind === 'user') return '';
  }
  return '';
};

const firstLane = async (workshop: Workshop, bench: Bench, talk: Transcript, lane: Lane): Promise<CompareLane> => ({
  ...told(lane, textOf(talk, lane.messageId)),
  ...nothingYet,
  isOriginal: true,
  ...(await spentOn(workshop, bench, talk, lane.messageId)),
});

/** What the answer that was there before took, as the Workbench's own stream tells it. */
const spentOn = async (workshop: Workshop, bench: Bench, talk: Transcript, messageId: MessageId | null) => {
  let runId: string | null = null;
  for (let id = messageId; id && runId === null; id = bench.messages.get(id)?.parentId ?? null)
    runId = bench.messages.get(id)?.runId ?? null;
  const run = runId === null ? undefined : talk.runs.get(runId);
  if (!bench.id || !run) return {};
  const read = await workshop.log.read(benchStream(bench.id), { from: run.from, limit: run.to - run.from + 1 });
  if (!read.ok) return {};
  const own = read.value.events.filter(({ data }) => data.runId === runId);
  const live = own.reduce((now, event) => foldConversation(now, event, 0), emptyConversation);
  return { ...meterOf(live), startedAt: own[0]?.at ?? null, endedAt: own.at(-1)?.at ?? null };
};

const meterOf = ({ meter: { tokensIn, tokensOut, spent, unpriced } }: Pick<Transcript['live'], 'meter'>) => ({
  tokensIn,
  tokensOut,
  cost: unpriced > 0 ? null : spent,
});

/** A lane that nobody agreed to is left out. */
const furtherLane = async (workshop: Workshop, talk: Transcript, lane: Lane): Promise<CompareLane | undefined> => {
  const looked = await workshop.look(laneBench(lane.id));
  if (!looked.ok) return { ...told(lane, ''), ...nothingYet };
  const { bench, talk: own, seq } = looked.value;
  if (isDenied(bench)) return undefined;
  const run = own.live.run?.runId === bench.run?.id ? own.live.run : null;
  const from = bench.run && own.runs.get(bench.run.id);
  const began = from && (await workshop.log.read(benchStream(laneBench(lane.id)), { from: from.from, limit: 1 }));
  const isOver = lane.state !== 'queued' && lane.state !== 'running';
  return {
    ...told(lane, lane.messageId ? textOf(talk, lane.messageId) : spokenIn(own)),
    seq,
    phase: run?.phase ?? null,
    startedAt: (began?.ok && began.value.events[0]?.at) || null,
    endedAt: isOver ? own.updatedAt : null,
    ...meterOf(own.live),
    because: isOver && lane.state !== 'ready' ? whyIn(own) : null,
    run: lane.state === 'ready' ? null : run,
  };
};

/** The last reason that was given in it. */
const whyIn = ({ live }: Transcript): CompareLane['because'] => {
  const last = live.items.findLast((item) => item.kind === 'note' && item.because !== null);
  return live.run?.because ?? (last?.kind === 'note' ? last.because : null);
};

/** What a lane has said so far. */
const spokenIn = ({ live }: Transcript): string => {
  const last = live.items.findLast((item) => item.kind === 'assistant');
  return last?.kind === 'assistant' ? last.text : '';
};

const nothingYet = {
  seq: 0,
  phase: null,
  startedAt: null,
  endedAt: null,
  tokensIn: 0,
  tokensOut: 0,
  cost: null,
  because: null,
  run: null,
} as const;
