import { accountingOf, effectivePolicy, includedBuckets, materialLineCost } from '../accounting/accounting.ts';
import type { Card, Element, Issue, LText, Severity, WorkLine } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { countText, dateText, percentText, said } from '../language/say.ts';
import { price } from '../money/price.ts';
import { recipeFor } from '../recipes/make.ts';
import { defaultRates } from '../recipes/recipe.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { chat, type SkillOutput } from '../skills/output.ts';
import type { SkillTurn, SkillWorld } from '../skills/world.ts';
import { createOpWriter, type OpWriter } from './op-writer.ts';

type Finding = {
  readonly code: string;
  readonly severity: Severity;
  readonly text: LText;
  readonly refs: readonly string[];
  /** What would mend it. */
  readonly mend?: (ops: OpWriter) => void;
};

/** `plan.critic` without a model: open flags, and what such plans usually lack. What can be mended is parked as a draft. */
export const planCritic = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang } = turn;
  const flagged: readonly Finding[] = world.flags.map(({ invariant, severity, message, refs }) => ({
    code: invariant,
    severity,
    text: message,
    refs: refs.map(({ id }) => id),
  }));
  const findings = [...flagged, ...coverage(world), ...money(world), ...time(world, turn.today), ...texts(world)].sort(
    (a, b) => rank[a.severity] - rank[b.severity],
  );
  if (findings.length === 0)
    return chat(lang === 'he' ? 'עברתי על התוכנית ולא מצאתי בעיות.' : 'I went over the plan and found no problems.');
  const ops = createOpWriter(turn.turnId, turn.text, []);
  for (const { mend } of findings) if (ops.ops().length < 38) mend?.(ops);
  const cards: readonly Card[] = findings
    .slice(0, 30)
    .map(({ code, severity, text, refs }) => ({ kind: 'issue', title: text, severity, code, refs }));
  const warnings: readonly Issue[] = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, severity, text }) => ({ code, severity, message: text }));
  const mended =
    ops.ops().length > 0
      ? lang === 'he'
        ? ' הכנתי טיוטת המשך; היא מחכה בצד.'
        : ' A follow-up draft is parked for you.'
      : '';
  return {
    ...chat(
      `${lang === 'he' ? `מצאתי ${countText(findings.length, 'issues', lang)}.` : `I found ${countText(findings.length, 'issues', lang)}.`}${mended}`,
      { warnings },
    ),
    render: { kind: 'chat', cards },
    ...(ops.ops().length > 0
      ? {
          followUp: {
            title: { he: 'השלמות לתוכנית', en: 'What the plan lacks' },
            ops: ops.ops(),
            carry: 'all' as const,
            dropped: [],
          },
        }
      : {}),
  };
};

const rank: Readonly<Record<Severity, number>> = { error: 0, warn: 1, info: 2 };
const t = (he: string, en: string): LText => ({ he, en });

/** Work every production has, and what some elements need. */
const coverage = (world: SkillWorld): readonly Finding[] => {
  const { records } = world;
  if (projectOf(records).projectStage === 'ideation') return [];
  const work = liveOf(records.workLine);
  const tasks = liveOf(records.task);
  const hasWork = (...trades: readonly string[]): boolean =>
    work.some(({ trade }) => trades.includes(trade)) || tasks.some(({ trade }) => trades.includes(trade));
  const elements = liveOf(records.element);
  const rate = (trade: 'pm' | 'transport'): number => world.policy?.tradeRates[trade] ?? defaultRates[trade];
  const found: Finding[] = [];
  if (elements.length > 0 && !hasWork('install', 'rigging'))
    found.push({
      code: 'NO_INSTALL',
      severity: 'warn',
      text: t('אין עבודת התקנה בתוכנית.', 'The plan has no installation work.'),
      refs: [],
    });
  if (elements.length > 0 && !hasWork('transport'))
    found.push({
      code: 'NO_TRANSPORT',
      severity: 'warn',
      text: t('אין הובלה בתוכנית.', 'The plan has no transport.'),
      refs: [],
      mend: (ops) =>
        ops.create(
          'workLine',
          {
            'label.he': 'הובלה (הערכה)',
            'label.en': 'Transport (estimate)',
            kind: 'transport',
            trade: 'transport',
            pricing: { mode: 'fixed', amountMinor: 95_000 },
          },
          t('הובלה חסרה; הסכום הוא הערכה', 'Transport was missing; the sum is a guess'),
        ),
    });
  if (elements.length > 0 && !hasWork('pm'))
    found.push({
      code: 'NO_PM',
      severity: 'info',
      text: t('אין ניהול פרויקט בתוכנית.', 'The plan has no project management.'),
      refs: [],
      mend: (ops) =>
        ops.create(
          'workLine',
          {
            'label.he': 'ניהול פרויקט (הערכה)',
            'label.en': 'Project management (estimate)',
            kind: 'labour',
            trade: 'pm',
            pricing: { mode: 'hourly', minutes: 480, crew: 1, rateMinorPerHour: rate('pm') },
          },
          t('ניהול חסר; הזמן הוא הערכה', 'Management was missing; the time is a guess'),
        ),
    });
  const byElement = Map.groupBy(
    tasks.flatMap(({ elementIds, trade }) => elementIds.map((elementId) => ({ elementId, trade }))),
    ({ elementId }) => elementId,
  );
  for (const element of elements)
    found.push(...needsOf(element, byElement.get(element.id)?.map(({ trade }) => trade) ?? [], work));
  return found;
};

const needsOf = (element: Element, trades: readonly string[], work: readonly WorkLine[]): readonly Finding[] => {
  if (trades.length === 0) return [];
  const needs = recipeFor(element).recipe.needs ?? [];
  if (needs.length === 0) return [];
  const has = (trade: string): boolean =>
    trades.includes(trade) || work.some((line) => line.elementId === element.id && line.trade === trade);
  const name = { he: said(element.name, 'he'), en: said(element.name, 'en') };
  return [
    ...(needs.includes('power') && !has('electric') && element.build.powerW === undefined
      ? [
          {
            code: 'NO_POWER',
            severity: 'warn' as const,
            text: t(`${name.he}: לא תוכנן חשמל.`, `${name.en}: no power is planned.`),
            refs: [element.id],
          },
        ]
      : []),
    ...(needs.includes('rigging') && !has('rigging')
      ? [
          {
            code: 'NO_RIGGING',
            severity: 'warn' as const,
            text: t(`${name.he}: לא תוכנן ריגינג.`, `${name.en}: no rigging is planned.`),
            refs: [element.id],
          },
        ]
      : []),
  ];
};

const money = (world: SkillWorld): readonly Finding[] => {
  const { records, policy, pricing } = world;
  const accounting = accountingOf(records);
  const found: Finding[] = [];
  if (policy && accounting.directMinor > 0) {
    const priced = price(includedBuckets(records, accounting), effectivePolicy(policy, pricing));
    if (priced.isBelowMinimum)
      found.push({
        code: 'LOW_MARGIN',
        severity: 'warn',
        text: t(
          `הרווח ${percentText(Number(priced.effectiveMarginBps))}, מתחת למינימום ${percentText(policy.minMarginBps)}.`,
          `Margin is ${percentText(Number(priced.effectiveMarginBps))}, below the minimum of ${percentText(policy.minMarginBps)}.`,
        ),
        refs: [],
      });
  }
  const guessed = liveOf(records.materialLine)
    .filter(({ priceSource }) => priceSource === 'estimate')
    .reduce((all, line) => all + materialLineCost(line), 0);
  if (accounting.directMinor > 0 && guessed * 10 > accounting.directMinor * 4)
    found.push({
      code: 'MOSTLY_ESTIMATES',
      severity: 'warn',
      text: t(
        `${percentText(Math.floor((guessed * 10_000) / accounting.directMinor))} מהעלות היא הערכה בלבד.`,
        `${percentText(Math.floor((guessed * 10_000) / accounting.directMinor))} of the cost is only an estimate.`,
      ),
      refs: [],
    });
  return found;
};

const time = ({ records }: SkillWorld, today: string): readonly Finding[] => {
  const { latestStart, criticalPath } = scheduleOf(records);
  const isOpen = liveOf(records.task).some(({ status }) => status !== 'done' && status !== 'cancelled');
  if (latestStart === null || !isOpen || latestStart > today) return [];
  return [
    latestStart < today
      ? {
          code: 'LATE',
          severity: 'error',
          text: t(
            `העבודה הייתה צריכה להתחיל עד ${dateText(latestStart)}.`,
            `Work had to start by ${dateText(latestStart)}.`,
          ),
          refs: criticalPath,
        }
      : {
          code: 'NO_SLACK',
          severity: 'warn',
          text: t('אין מרווח: העבודה חייבת להתחיל היום.', 'There is no slack: work must start today.'),
          refs: criticalPath,
        },
  ];
};

const texts = ({ records, snapshots }: SkillWorld): readonly Finding[] =>
  liveOf(records.element)
    .filter(({ id, clientVisible, clientText }) => clientVisible && !clientText && (snapshots.get(id)?.length ?? 0) > 0)
    .slice(0, 10)
    .map(({ id, name }) => ({
      code: 'NO_CLIENT_TEXT',
      severity: 'info' as const,
      text: t(`${said(name, 'he')}: אין תיאור ללקוח.`, `${said(name, 'en')}: no text for the client.`),
      refs: [id],
    }));
