import type { Json } from '@atelier/kernel/core';
import type { Answers, Question } from '../domain/questions.ts';
import type { SessionSettings } from '../domain/session.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { isLive, liveOf, projectOf } from '../fold/records.ts';
import { emptySession, type ProjectState } from '../fold/state.ts';
import { readAnswers } from '../questions/answers.ts';
import { ideationBank, planningBank, solutioningBank } from '../questions/banks.ts';
import { daysToSet } from '../questions/days-to-set.ts';
import { factsOfAnswers } from '../questions/facts.ts';
import { knownAnswers } from '../questions/known-answers.ts';
import { nextQuestions } from '../questions/next.ts';
import { both, counted } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { recordFacts, superseded } from './facts-decisions.ts';
import { done, notFound } from './outcome.ts';

export const settingsOf = (state: ProjectState, userId: string): SessionSettings =>
  state.sessions.get(userId)?.settings ?? emptySession('').settings;

const patched = ({ userId, turnId }: TurnFacts, set: Partial<SessionSettings>, answers?: Answers): NewProjectEvent => ({
  kind: 'session.patched',
  data: { by: userId, turnId, userId, set, ...(answers === undefined ? {} : { answers }) },
});

const saved = both('נשמר.', 'Saved.');

export const setPins = (event: StudioEventOf<'setPins'>, facts: TurnFacts): Outcome => {
  const { type: _type, ...set } = event;
  return Object.keys(set).length === 0 ? done([], saved) : done([patched(facts, set)], saved);
};

export const setScope = (state: ProjectState, event: StudioEventOf<'setScope'>, facts: TurnFacts): Outcome => {
  const { selectedElementIds, focus, dismissScope } = event;
  if (selectedElementIds?.some((id) => !isLive(state.records.element.get(id)))) return notFound();
  const set: Partial<SessionSettings> = {
    ...(selectedElementIds === undefined ? {} : { selectedElementIds }),
    ...(focus === undefined ? {} : { focus }),
    ...(dismissScope ? { openScope: null } : {}),
  };
  return Object.keys(set).length === 0 ? done([], saved) : done([patched(facts, set)], saved);
};

/** How far a person has looked; it never goes back, and what is already known is not recorded again. */
export const markSeen = (state: ProjectState, { seq }: StudioEventOf<'markSeen'>, facts: TurnFacts): Outcome => {
  const seenSeq = Math.min(seq, state.seq);
  return seenSeq <= settingsOf(state, facts.userId).seenSeq
    ? done([], saved)
    : done([patched(facts, { seenSeq })], saved);
};

/** All questions of the three stages that this project can be asked, those a model made included. */
export const questionsOf = (state: ProjectState, userId: string): readonly Question[] => [
  ...ideationBank,
  ...planningBank,
  ...solutioningBank(liveOf(state.records.element).map(({ id }) => id)),
  ...settingsOf(state, userId).generatedQuestions,
];

/** Required ideation questions that are neither answered nor skipped. */
export const openIdeationQuestions = (state: ProjectState, userId: string): number => {
  const { savedAnswers, skippedQids, continueAnyway } = settingsOf(state, userId);
  if (continueAnyway) return 0;
  const answers = knownAnswers(projectOf(state.records), savedAnswers);
  return nextQuestions({ questions: ideationBank.filter(({ required }) => required), answers, skippedQids }, 5).length;
};

/** Half-typed answers, only those that changed: nothing is decided by them. */
export const saveAnswerDraft = (
  state: ProjectState,
  event: StudioEventOf<'saveAnswerDraft'>,
  facts: TurnFacts,
): Outcome => {
  const now = settingsOf(state, facts.userId);
  const changed = Object.fromEntries(
    Object.entries(event.answers).filter(
      ([qid, value]) => JSON.stringify(now.draftAnswers[qid] ?? null) !== JSON.stringify(value),
    ),
  );
  const skipped = new Set([...now.skippedQids, ...(event.skip ?? [])]);
  for (const qid of event.unskip ?? []) skipped.delete(qid);
  const set: Partial<SessionSettings> = {
    ...(skipped.size === now.skippedQids.length && !event.skip && !event.unskip ? {} : { skippedQids: [...skipped] }),
    ...(event.continueAnyway === undefined ? {} : { continueAnyway: event.continueAnyway }),
  };
  if (Object.keys(changed).length === 0 && Object.keys(set).length === 0) return done([], saved);
  const draftAnswers = mergedAnswers(now.draftAnswers, changed);
  const visible = stillVisible(state, facts.userId, { ...now, ...set, draftAnswers });
  return done([patched(facts, { ...set, ...visible }, changed)], saved);
};

/** A person's own word: accepted at once, unless an approved version says otherwise. */
export const saveAnswers = (state: ProjectState, event: StudioEventOf<'saveAnswers'>, facts: TurnFacts): Outcome => {
  const now = settingsOf(state, facts.userId);
  const questions = questionsOf(state, facts.userId);
  const given = Object.fromEntries(Object.entries(event.answers).filter(([, value]) => value !== null));
  const { valid, issues } = readAnswers(questions, given, (id) => isLive(state.records.element.get(id)));
  const cleared = Object.keys(event.answers).filter((qid) => event.answers[qid] === null);
  const savedAnswers = mergedAnswers(now.savedAnswers, {
    ...valid,
    ...Object.fromEntries(cleared.map((qid) => [qid, null])),
  });
  const done_ = new Set([...Object.keys(valid), ...cleared]);
  const draftAnswers = Object.fromEntries(Object.entries(now.draftAnswers).filter(([qid]) => !done_.has(qid)));
  if (done_.size === 0)
    return done([], both('אין תשובות לשמור.', 'There are no answers to save.'), { warnings: issues });
  const set: Partial<SessionSettings> = { savedAnswers, draftAnswers };
  const visible = stillVisible(state, facts.userId, { ...now, savedAnswers, draftAnswers });
  const events: NewProjectEvent[] = [patched(facts, { ...set, ...visible })];
  const project = projectOf(state.records);
  const found = recordFacts(state, facts, factsOfAnswers(questions, valid, project.id, project.currency), 'accepted');
  const { userId, turnId } = facts;
  if (found.length > 0) events.push({ kind: 'fact.recorded', data: { by: userId, turnId, facts: [...found] } });
  const old = superseded(
    state,
    found.filter(({ status }) => status === 'accepted'),
  );
  if (old.length > 0)
    events.push({
      kind: 'fact.decided',
      data: { by: userId, turnId, decisions: old.map(({ id }) => ({ factId: id, status: 'superseded' })) },
    });
  return conclude(
    state,
    facts,
    done(
      events,
      counted(
        Object.keys(valid).length,
        both('נשמרה תשובה אחת.', 'One answer was saved.'),
        both('נשמרו # תשובות.', '# answers were saved.'),
      ),
      { warnings: issues, suggestions: daysToSet(project, valid, project.primaryLang) },
    ),
  );
};

const mergedAnswers = (before: Answers, delta: Readonly<Record<string, Json>>): Answers =>
  Object.fromEntries(Object.entries({ ...before, ...delta }).filter(([, value]) => value !== null));

/** Answered and skipped questions leave the panel; the next ones come up. */
const stillVisible = (state: ProjectState, userId: string, settings: SessionSettings): Partial<SessionSettings> => {
  const { visibleQids, skippedQids } = settings;
  if (visibleQids.length === 0) return {};
  const savedAnswers = knownAnswers(projectOf(state.records), settings.savedAnswers);
  const shown = new Set(visibleQids);
  const questions = questionsOf(state, userId);
  const stages = new Set(questions.filter(({ qid }) => shown.has(qid)).map(({ stage }) => stage));
  const pool = questions.filter(({ stage }) => stages.has(stage));
  const next = nextQuestions({ questions: pool, answers: savedAnswers, skippedQids }).map(({ qid }) => qid);
  const open = new Set(
    nextQuestions({ questions: pool.filter(({ qid }) => shown.has(qid)), answers: savedAnswers, skippedQids }).map(
      ({ qid }) => qid,
    ),
  );
  // Those in front of a person stay where they are; free places are filled from behind.
  const kept = visibleQids.filter((qid) => open.has(qid));
  return { visibleQids: [...kept, ...next.filter((qid) => !kept.includes(qid))].slice(0, 5) };
};
