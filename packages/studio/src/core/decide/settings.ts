import type { Project } from '../domain/entities.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { both } from '../words/issue.ts';
import { policyNameText } from '../words/policy-name.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound, rejected } from './outcome.ts';

export const pinPolicy = (state: ProjectState, event: StudioEventOf<'pinPolicy'>, facts: TurnFacts): Outcome => {
  const policy = facts.policies.find(({ id }) => id === event.policyVersionId);
  if (!policy) return notFound();
  const { currency } = projectOf(state.records);
  if (policy.currency !== currency)
    return rejected(
      'NOT_ALLOWED',
      both(
        `המדיניות ב־${policy.currency} והפרויקט ב־${currency}.`,
        `The policy is in ${policy.currency}, the project in ${currency}.`,
      ),
    );
  if (state.policy?.id === policy.id) return done([], both('כבר מוצמדת.', 'Already pinned.'));
  const pinned: NewProjectEvent = { kind: 'policy.pinned', data: { by: facts.userId, turnId: facts.turnId, policy } };
  return conclude(
    state,
    facts,
    done(
      [pinned],
      both(
        `הוצמדה ${policyNameText(policy.name, 'he')} גרסה ${policy.version}.`,
        `Pinned ${policy.name} v${policy.version}.`,
      ),
    ),
  );
};

export const setProjectPricing = (
  state: ProjectState,
  event: StudioEventOf<'setProjectPricing'>,
  facts: TurnFacts,
): Outcome => {
  const { type: _type, ...pricing } = event;
  const set: NewProjectEvent = { kind: 'pricing.set', data: { by: facts.userId, turnId: facts.turnId, pricing } };
  return conclude(state, facts, done([set], both('התמחור של הפרויקט עודכן.', "The project's pricing was updated.")));
};

export const setPaymentPlan = (
  state: ProjectState,
  event: StudioEventOf<'setPaymentPlan'>,
  facts: TurnFacts,
): Outcome => {
  const bps = event.parts.reduce((all, { amount }) => ('bps' in amount ? all + amount.bps : all), 0);
  if (bps > 10_000)
    return rejected('NOT_ALLOWED', both('האחוזים עולים על 100.', 'The percentages add up to more than 100.'));
  const set: NewProjectEvent = {
    kind: 'paymentPlan.set',
    data: { by: facts.userId, turnId: facts.turnId, parts: event.parts },
  };
  return conclude(state, facts, done([set], both('לוח התשלומים עודכן.', 'The payment plan was updated.')));
};

export const setProjectSettings = (
  state: ProjectState,
  event: StudioEventOf<'setProjectSettings'>,
  facts: TurnFacts,
): Outcome => {
  const { type: _type, judge, costVisibility, studioTabV1, legacyTabs, ...direct } = event;
  const project = projectOf(state.records);
  const hasLines = state.records.materialLine.size + state.records.workLine.size > 0;
  if (direct.currency !== undefined && direct.currency !== project.currency && hasLines)
    return rejected(
      'NOT_ALLOWED',
      both('יש כבר שורות עלות, ולכן המטבע קבוע.', 'There are cost lines already, so the currency is fixed.'),
    );
  const set: Partial<Project> = {
    ...direct,
    ...(judge === undefined && costVisibility === undefined
      ? {}
      : {
          settings: {
            judge: judge ?? project.settings.judge,
            costVisibility: costVisibility ?? project.settings.costVisibility,
          },
        }),
    ...(studioTabV1 === undefined && legacyTabs === undefined
      ? {}
      : {
          features: {
            ...project.features,
            ...(studioTabV1 === undefined ? {} : { studioTabV1 }),
            ...(legacyTabs === undefined ? {} : { legacyTabs }),
          },
        }),
  };
  if (Object.keys(set).length === 0) return done([], both('אין מה לשנות.', 'Nothing to change.'));
  const changed: NewProjectEvent = {
    kind: 'project.settingsChanged',
    data: { by: facts.userId, turnId: facts.turnId, set },
  };
  return conclude(state, facts, done([changed], both('ההגדרות נשמרו.', 'The settings were saved.')));
};
