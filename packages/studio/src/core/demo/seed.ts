import { derivedId, type Json, type Sha256 } from '@atelier/kernel/core';
import { approveElement } from '../decide/approve.ts';
import { conclude, stateAfter } from '../decide/conclude.ts';
import type { TurnFacts } from '../decide/facts.ts';
import { recordFacts } from '../decide/facts-decisions.ts';
import { done } from '../decide/outcome.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { PolicyVersion } from '../domain/workspace.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { emptyProjectState, type ProjectState } from '../fold/state.ts';
import { hashOf, specHash } from '../patch/hash.ts';
import { mintIds, orderOps } from '../patch/prepare.ts';
import { createProject } from '../projects/create.ts';
import { dayNumber, dayText } from '../schedule/hebrew-calendar.ts';
import { nextWorkDay } from '../schedule/work-calendar.ts';
import { both } from '../words/issue.ts';
import { demoSeeds, practiceConversation, practiceSeeds, type Seed } from './data.ts';

export type DemoFacts = {
  readonly projectId: string;
  readonly by: string;
  readonly now: string;
  /** The day on which it is seeded: dates count from here. */
  readonly today: string;
  readonly policy: PolicyVersion;
  readonly sha256: Sha256;
};

const week = { workWeek: [0, 1, 2, 3, 4], holidays: [], nationalHolidays: 'IL' as const };

/** The project of the first two minutes, ready to be quoted and with no flag open. */
export const demoProject = (facts: DemoFacts): readonly NewProjectEvent[] =>
  build(facts, both('השקת נובה 2026', 'Nova Launch 2026'), demoSeeds).events;

/** The same to practise on, with something in its Graveyard and an old conversation. */
export const practiceProject = (facts: DemoFacts): readonly NewProjectEvent[] => {
  const made = build(facts, both('תרגול', 'Practice'), [...demoSeeds, ...practiceSeeds]);
  const turn = turnFacts(facts, 'graveyard');
  const removed = made.ids['tmp:t12'] ?? '';
  const op: PatchOp = {
    op: 'tombstone',
    opId: 'remove-task',
    groupId: turn.turnId,
    entity: 'task',
    id: removed,
    note: both('כבר לא נחוץ', 'Not needed any more'),
    reason: both('כבר לא נחוץ', 'Not needed any more'),
    include: true,
  };
  const changeSetId = derivedId('cs', facts.sha256, `${facts.projectId}/graveyard`);
  const applied: NewProjectEvent = {
    kind: 'changeset.applied',
    data: {
      by: facts.by,
      turnId: turn.turnId,
      changeSetId,
      source: 'seed',
      ops: [op],
      tempIdMap: {},
      baseSeq: made.state.seq,
      title: both('משימה שהוסרה', 'A removed task'),
    },
  };
  const graveyard = conclude(made.state, turn, done([applied], both('', ''), { changeSetId })).events;
  return [...made.events, ...graveyard, legacy(facts)];
};

const build = (facts: DemoFacts, title: { he: string; en: string }, seeds: readonly Seed[]) => {
  const { projectId, by, now, today, policy, sha256 } = facts;
  const day = (after: number): string => nextWorkDay(dayText(dayNumber(today) + after), week);
  const events: NewProjectEvent[] = [
    ...createProject(
      {
        projectId,
        title,
        clientName: 'נובה תעשיות / Nova Industries',
        primaryLang: 'he',
        policy,
        by,
        now,
        eventDate: day(62),
      },
      {
        installStart: day(60),
        strikeEnd: day(63),
        venue: both('אולם הנמל', 'Harbour Hall'),
        brief: both('השקת מוצר לקהל מקצועי', 'A product launch for a trade audience'),
        projectStage: 'planning',
      },
      { isDemo: true },
    ),
  ];
  const turn = turnFacts(facts, 'seed');
  const ops = seeds.map((seed, nth) => createOp(seed, turn.turnId, nth));
  const ids = mintIds(sha256, turn.turnId, ops);
  events.push({
    kind: 'changeset.applied',
    data: {
      by,
      turnId: turn.turnId,
      changeSetId: derivedId('cs', sha256, `${projectId}/seed`),
      source: 'seed',
      title: both('נתוני הדגמה', 'Demo data'),
      ops: [...orderOps(ops)],
      tempIdMap: { ...ids },
      baseSeq: 0,
    },
  });
  let state = stateAfter(emptyProjectState(), events, now);
  const add = (more: readonly NewProjectEvent[]): void => {
    events.push(...more);
    state = stateAfter(state, more, now);
  };
  const elementIds = ['e1', 'e2', 'e3', 'e4'].map((name) => ids[`tmp:${name}`] ?? '');
  const hashes = elementIds.map((id) => {
    const element = state.records.element.get(id);
    return [id, element ? specHash(sha256, element) : ''];
  });
  add(
    approveElement(
      state,
      { type: 'approveElement', elementIds, expectedSpecHashes: Object.fromEntries(hashes) },
      turnFacts(facts, 'approve'),
    ).events,
  );
  add(knownFacts(state, facts, elementIds[0] ?? ''));
  return { events, state, ids };
};

const createOp = ({ entity, name, fields }: Seed, turnId: string, nth: number): PatchOp => ({
  op: 'create',
  opId: `seed-${nth}`,
  groupId: turnId,
  entity,
  tempId: `tmp:${name}`,
  fields: { ...fields },
  reason: both('נתוני הדגמה', 'Demo data'),
  include: true,
});

const knownFacts = (state: ProjectState, facts: DemoFacts, wallId: string): readonly NewProjectEvent[] => {
  const turn = turnFacts(facts, 'facts');
  const project = { kind: 'project', id: facts.projectId } as const;
  const source = { kind: 'questionnaire' } as const;
  const accepted = recordFacts(
    state,
    turn,
    [
      {
        subject: project,
        key: 'guests',
        value: 350,
        source,
        confidence: 1_000,
        text: both('350 אורחים', '350 guests'),
      },
      {
        subject: project,
        key: 'brand',
        value: '#0057b8',
        source,
        confidence: 1_000,
        text: both('צבע המותג ‎#0057B8', 'Brand colour #0057B8'),
      },
    ],
    'accepted',
  );
  const proposed = recordFacts(
    state,
    turnFacts(facts, 'proposed'),
    [
      {
        subject: { kind: 'element', id: wallId },
        key: 'element.color',
        value: 'blue',
        source: { kind: 'chat' },
        confidence: 700,
        text: both('קיר הלוגו כחול', 'The logo wall is blue'),
      },
    ],
    'proposed',
  );
  return [{ kind: 'fact.recorded', data: { by: facts.by, facts: [...accepted, ...proposed] } }];
};

const legacy = (facts: DemoFacts): NewProjectEvent => {
  const messages = practiceConversation.map(([role, text]) => ({ role, text }));
  const conversation = { tab: 'ideation' as const, title: 'נובה, שיחה ראשונה', messages };
  return {
    kind: 'legacy.imported',
    data: {
      by: facts.by,
      source: 'demo',
      conversations: [
        {
          id: derivedId('leg', facts.sha256, `${facts.projectId}/legacy`),
          hash: hashOf(facts.sha256, conversation as Json),
          conversation,
        },
      ],
    },
  };
};

const turnFacts = ({ projectId, by, now, today, sha256, policy }: DemoFacts, step: string): TurnFacts => ({
  now,
  today,
  turnId: derivedId('trn', sha256, `${projectId}/${step}`),
  userId: by,
  role: 'owner',
  sha256,
  policies: [policy],
});
