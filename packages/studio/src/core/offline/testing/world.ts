import type { Project } from '../../domain/index.ts';
import { copyRecords, liveOf, type Records } from '../../fold/records.ts';
import { languageOf } from '../../language/language-of.ts';
import { applyOps } from '../../patch/apply.ts';
import { type Scope, scopeOf } from '../../scope/scope.ts';
import type { SkillOutput } from '../../skills/output.ts';
import type { SkillTurn, SkillWorld } from '../../skills/world.ts';
import {
  aDecision,
  aFact,
  aMaterial,
  anElement,
  aRisk,
  aTask,
  aWork,
  recordsWith,
  standardPolicy,
} from '../../testing/records.ts';

const today = '2026-04-16';

/** A project like the one people see first: four elements in the plan, two that are ideas. */
export const demoRecords = (project: Partial<Project> = {}): Records =>
  recordsWith(
    { installStart: '2026-06-15', eventDate: '2026-06-17', strikeEnd: '2026-06-18', ...project },
    anElement('el_wall', {
      name: { he: 'קיר לוגו', en: 'Logo wall' },
      aliases: ['לוגו'],
      kind: 'wall',
      dims: { widthMm: 4_800, heightMm: 2_400, depthMm: 90 },
      colors: [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }],
      materials: ['plywood'],
    }),
    anElement('el_stage', {
      name: { he: 'במה מרכזית', en: 'Main stage' },
      kind: 'stage',
      dims: { widthMm: 6_000, depthMm: 4_000, heightMm: 400 },
    }),
    anElement('el_counter', {
      name: { he: 'דלפק מידע', en: 'Info counter' },
      kind: 'counter',
      dims: { widthMm: 2_400, heightMm: 1_050, depthMm: 600 },
    }),
    anElement('el_arch', {
      name: { he: 'שער כניסה', en: 'Entrance arch' },
      kind: 'arch',
      dims: { widthMm: 5_000, heightMm: 4_000 },
    }),
    anElement('el_media', { name: { he: 'קיר מדיה', en: 'Media wall' }, kind: 'av' }),
    anElement('el_photo', { name: { he: 'עמדת צילום', en: 'Photo corner' }, kind: 'booth' }),
    aTask('tsk_build', { title: { he: 'ייצור קיר', en: 'Build wall' }, elementIds: ['el_wall'], estimateMin: 960 }),
    aTask('tsk_paint', {
      title: { he: 'צביעה', en: 'Paint' },
      elementIds: ['el_wall'],
      trade: 'paint',
      estimateMin: 360,
      dependsOn: ['tsk_build'],
      assigneeId: 'noa',
    }),
    aTask('tsk_stage', {
      title: { he: 'הקמת במה', en: 'Stage install' },
      elementIds: ['el_stage'],
      trade: 'install',
      estimateMin: 300,
      crew: 3,
    }),
    aTask('tsk_rig', {
      title: { he: 'ריגינג שער', en: 'Rig arch' },
      elementIds: ['el_arch'],
      trade: 'rigging',
      estimateMin: 240,
      crew: 2,
      status: 'done',
    }),
    aTask('tsk_handover', {
      title: { he: 'בדיקה ומסירה', en: 'Handover' },
      granularity: 'milestone',
      estimateMin: 0,
      dependsOn: ['tsk_rig', 'tsk_paint'],
    }),
    aMaterial('mat_ply', {
      label: { he: 'דיקט ליבנה 18', en: 'Birch ply' },
      elementId: 'el_wall',
      qtyMilli: 4_000,
      wasteBps: 1_000,
      unitCostMinor: 28_500,
      taskIds: ['tsk_build'],
    }),
    aMaterial('mat_carpet', {
      label: { he: 'שטיח', en: 'Carpet' },
      elementId: 'el_stage',
      unit: 'm2',
      qtyMilli: 26_000,
      wasteBps: 500,
      unitCostMinor: 3_800,
    }),
    aMaterial('mat_fabric', {
      label: { he: 'בד מודפס', en: 'Printed fabric' },
      elementId: 'el_arch',
      unit: 'm2',
      qtyMilli: 18_000,
      wasteBps: 500,
      unitCostMinor: 8_500,
    }),
    aWork('wrk_carpentry', {
      label: { he: 'נגרות', en: 'Carpentry' },
      elementId: 'el_wall',
      trade: 'carpentry',
      pricing: { mode: 'hourly', minutes: 960, crew: 1, rateMinorPerHour: 14_000 },
      taskIds: ['tsk_build'],
    }),
    aWork('wrk_transport', {
      label: { he: 'הובלה', en: 'Transport' },
      elementId: 'el_stage',
      kind: 'transport',
      trade: 'transport',
      pricing: { mode: 'fixed', amountMinor: 120_000 },
    }),
    aFact('fct_guests', { key: 'guests', value: 350, status: 'accepted' }),
    aRisk('rsk_lift', { title: { he: 'מעלית צרה', en: 'Narrow lift' }, likelihood: 4, impact: 3 }),
    aDecision('dec_letters', { title: { he: 'אותיות', en: 'Letters' }, status: 'open' }),
  );

export const worldWith = (records: Records, more: Partial<SkillWorld> = {}): SkillWorld => ({
  records,
  snapshots: new Map(),
  flags: [],
  policy: standardPolicy,
  pricing: null,
  priceList: null,
  quotes: [],
  knowledge: [],
  messages: [],
  draft: null,
  ...more,
});

/** A turn about a message, with the scope the words, the draft and nothing else give. */
export const turnFor = (text: string, world: SkillWorld, more: Partial<SkillTurn> = {}): SkillTurn => {
  const scope: Scope = scopeOf(text, {
    elements: liveOf(world.records.element),
    selectedIds: [],
    lastTouchedIds: world.draft?.lastTouched ?? [],
    lastScopeIds: [],
  });
  return { turnId: 'trn_first', text, lang: languageOf(text), today, scope, ...more };
};

/** The world once the output's draft is open. */
export const withDraft = (world: SkillWorld, output: SkillOutput): SkillWorld => {
  const before = world.draft?.ops ?? [];
  const written = output.draft?.ops ?? [];
  const kept = before.map((op) => written.find(({ opId }) => opId === op.opId) ?? op);
  const ops = [...kept, ...written.filter(({ opId }) => !before.some((op) => op.opId === opId))];
  const records = copyRecords(world.records);
  const stamp = {
    at: '2026-04-16T08:00:00.000Z',
    by: 'dana',
    seq: 1,
    changeSetId: 'cs_1',
    origin: { source: 'skill' as const },
  };
  applyOps(records, written, {}, stamp);
  return { ...world, records, draft: { ops, lastTouched: output.elementIds } };
};
