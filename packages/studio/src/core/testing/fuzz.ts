import { createSeeded, type Seeded } from '@atelier/kernel/testing';
import type { PatchOp } from '../domain/patch.ts';
import type { StudioEvent } from '../domain/studio-event.ts';
import { liveOf } from '../fold/records.ts';
import { entityHash, specHash } from '../patch/hash.ts';
import { addRef, create, removeRef, restore, set, tombstone } from './ops.ts';
import { sha256 } from './records.ts';
import { demoStudio, type Studio } from './studio.ts';

const users = [
  { userId: 'dana', role: 'owner' },
  { userId: 'noa', role: 'editor' },
] as const;

const everything = ['V10', 'V12', 'V13', 'V14', 'NO_QUOTE', 'QUESTIONS_OPEN', 'ELEMENT_NOT_PLANNED'];

/** A project that two people worked on at random, until its log has so many events. The same seed is the same log. */
export const fuzzedStudio = (seed: number, events: number): Studio => {
  const studio = demoStudio();
  const seeded = createSeeded(seed);
  for (let step = 0; studio.log.length < events; step += 1) {
    const who = seeded.pick(users);
    if (seeded.chance(0.4)) studio.propose(someOps(studio, seeded, step), who, {}, seeded.chance(0.9) ? 'all' : []);
    else if (seeded.chance(0.2)) spoken(studio, who.userId, step);
    else studio.run(someEvent(studio, seeded, who.userId, step), who);
  }
  return studio;
};

const spoken = (studio: Studio, userId: string, step: number): void => {
  const turnId = `trn_said${step}`;
  studio.record([
    {
      kind: 'turn.started',
      data: {
        by: userId,
        turnId,
        userId,
        idempotencyKey: `key-${step}-long`,
        requestHash: 'h',
        eventType: 'chatMessage',
        userMessage: 'כמה עולה?',
        leaseUntil: '2026-04-16T08:01:00.000Z',
      },
    },
    {
      kind: 'message.added',
      data: {
        by: userId,
        turnId,
        userId,
        message: {
          id: `msg_${step}`,
          role: 'user',
          text: 'כמה עולה?',
          lang: 'he',
          turnId,
          tags: { turnStage: 'planning', channel: 'chat', routedBy: 'heuristic', elementIds: [] },
        },
      },
    },
    {
      kind: 'turn.completed',
      data: { by: userId, turnId, userId, eventType: 'chatMessage', outcome: 'done', result: { ok: true } },
    },
  ]);
};

const pickId = (seeded: Seeded, map: ReadonlyMap<string, unknown>): string => seeded.pick([...map.keys()]);

const someOps = ({ state: { records } }: Studio, seeded: Seeded, step: number): readonly PatchOp[] => {
  const name = `o${step}`;
  const task = () => pickId(seeded, records.task);
  const element = () => pickId(seeded, records.element);
  const makes: readonly (() => readonly PatchOp[])[] = [
    () => [set(name, 'task', task(), { crew: 1 + seeded.below(5), estimateMin: seeded.below(900) })],
    () => [set(name, 'element', element(), { qty: 1 + seeded.below(9), 'name.en': `Element ${step}` })],
    () => [set(name, 'materialLine', pickId(seeded, records.materialLine), { unitCostMinor: seeded.below(50_000) })],
    () => [
      create(name, 'element', { 'name.he': `אלמנט ${step}` }, `tmp:e${step}`),
      create(`${name}t`, 'task', {
        'title.en': `Task ${step}`,
        elementIds: [`tmp:e${step}`],
        'purchase.mode': seeded.pick(['none', 'needed']),
      }),
    ],
    () => [
      create(name, 'workLine', {
        'label.en': `Work ${step}`,
        pricing: { mode: 'fixed', amountMinor: seeded.below(90_000) },
        elementId: element(),
        taskIds: [task()],
      }),
    ],
    () => [tombstone(name, 'task', task())],
    () => [tombstone(name, 'element', element())],
    () => [restore(name, 'task', task()), restore(`${name}e`, 'element', element())],
    () => [addRef(name, 'task', task(), 'dependsOn', task())],
    () => [removeRef(name, 'task', task(), 'dependsOn', task())],
    () => [set(name, 'project', 'prj_demo', { eventDate: `2026-06-${10 + seeded.below(18)}` })],
  ];
  return seeded.pick(makes)();
};

const someEvent = (studio: Studio, seeded: Seeded, userId: string, step: number): StudioEvent => {
  const { state } = studio;
  const session = state.sessions.get(userId);
  const draft = session?.draft;
  const revision = draft?.revision ?? 1;
  const drafts = [...(session?.parked ?? []), ...(session?.closed ?? [])];
  const elements = liveOf(state.records.element)
    .filter(() => seeded.chance(0.3))
    .slice(0, 5);
  const [task] = liveOf(state.records.task).filter(() => seeded.chance(0.2));
  const flag = [...state.flags.values()].find(({ status }) => status === 'open' && seeded.chance(0.3));
  const events: readonly (() => StudioEvent)[] = [
    () => ({ type: 'applyDraft', expectedDraftRevision: revision, acknowledge: everything }),
    () => ({ type: 'applyDraft', expectedDraftRevision: revision, acknowledge: everything, versionName: `v${step}` }),
    () => ({ type: 'discardDraft' }),
    () => ({ type: 'parkDraft' }),
    () => ({ type: 'rebaseDraft', expectedDraftRevision: revision }),
    () => ({ type: 'shareDraft', shared: seeded.chance(0.5) }),
    () => ({
      type: 'editDraft',
      expectedDraftRevision: revision,
      edits: [{ opId: draft?.ops[0]?.opId ?? 'none', include: seeded.chance(0.5) }],
    }),
    () => ({
      type: 'activateDraft',
      draftId: drafts[0]?.draftId ?? 'drf_none',
      mode: seeded.pick(['replace', 'append']),
    }),
    () => ({ type: 'restoreDraftRevision', draftId: drafts.at(-1)?.draftId ?? 'drf_none', revision: 1 }),
    () => ({ type: 'setPins', pinnedStage: seeded.pick(['auto', 'planning']) }),
    () => ({ type: 'saveAnswerDraft', answers: { 'ide.goal': `מטרה ${step}` } }),
    () => ({ type: 'saveAnswers', answers: { 'ide.guests': 100 + seeded.below(900) } }),
    () => ({
      type: 'decideFlags',
      decisions: [{ flagId: flag?.id ?? 'none', action: 'dismiss', args: { reason: 'later' } }],
    }),
    () => ({
      type: 'decideFacts',
      decisions: [...state.records.fact.keys()]
        .slice(0, 1)
        .map((factId) => ({ factId, decision: seeded.pick(['accept', 'reject']) })),
    }),
    () => ({ type: 'setProjectPricing', discount: { bps: seeded.below(2_000) }, reason: 'agreed' }),
    () => ({
      type: 'advanceStage',
      to: seeded.pick(['planning', 'solutioning']),
      reason: 'r',
      acknowledge: everything,
    }),
    () => ({
      type: 'approveElement',
      elementIds: elements.length > 0 ? elements.map(({ id }) => id) : ['el_none'],
      expectedSpecHashes: Object.fromEntries(elements.map((each) => [each.id, specHash(sha256, each)])),
    }),
    () => ({
      type: 'manualEdit',
      ops: [
        { op: 'set', opId: 'e', entity: 'task', id: task?.id ?? 'tsk_none', changes: { crew: 1 + seeded.below(6) } },
      ],
      ifMatch: task ? { [task.id]: entityHash(sha256, 'task', task) } : {},
    }),
  ];
  return seeded.pick(events)();
};
