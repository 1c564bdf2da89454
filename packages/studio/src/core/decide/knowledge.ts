import { derivedId, type Json } from '@atelier/kernel/core';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import type { ProjectState } from '../fold/state.ts';
import { hashOf } from '../patch/hash.ts';
import { cleanText } from '../validate/clean-text.ts';
import { both } from '../words/issue.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { recordFacts } from './facts-decisions.ts';
import { done, notFound } from './outcome.ts';

export const addKnowledge = (state: ProjectState, event: StudioEventOf<'addKnowledge'>, facts: TurnFacts): Outcome => {
  const known = new Set([...state.knowledge.values()].map(({ text }) => text));
  const chunks = event.chunks
    .map(({ title, text, lang }, nth) => ({
      id: derivedId('kno', facts.sha256, `${facts.turnId}/chunk/${nth}`),
      title: cleanText(title),
      text: cleanText(text),
      lang,
      source: event.source,
      isOn: true,
    }))
    .filter(({ title, text }) => title !== '' && text !== '' && !known.has(text));
  if (chunks.length === 0) return done([], both('הטקסט הזה כבר כאן.', 'This text is here already.'));
  return done(
    [{ kind: 'knowledge.added', data: { by: facts.userId, turnId: facts.turnId, chunks } }],
    both(`נוספו ${chunks.length} קטעי ידע.`, `${chunks.length} pieces of knowledge were added.`),
  );
};

export const changeKnowledge = (
  state: ProjectState,
  event: StudioEventOf<'changeKnowledge'>,
  facts: TurnFacts,
): Outcome => {
  if (event.chunkIds.some((id) => !state.knowledge.has(id))) return notFound();
  return done(
    [
      {
        kind: 'knowledge.changed',
        data: { by: facts.userId, turnId: facts.turnId, chunkIds: event.chunkIds, to: event.to },
      },
    ],
    both('הידע עודכן.', 'The knowledge was updated.'),
  );
};

/** The same conversation comes in once. What it says is proposed, and never more than that. */
export const importLegacy = (state: ProjectState, event: StudioEventOf<'importLegacy'>, facts: TurnFacts): Outcome => {
  const fresh = event.conversations
    .map((conversation, nth) => ({
      id: derivedId('leg', facts.sha256, `${facts.turnId}/legacy/${nth}`),
      hash: hashOf(facts.sha256, conversation as Json),
      conversation,
    }))
    .filter(({ hash }, nth, all) => !state.legacy.has(hash) && all.findIndex((each) => each.hash === hash) === nth);
  if (fresh.length === 0) return done([], both('השיחות האלה כבר יובאו.', 'These conversations were imported already.'));
  const { userId, turnId } = facts;
  const proposals = fresh.flatMap(({ conversation, id }) => facts.extract?.(conversation, id) ?? []);
  const found = recordFacts(state, facts, proposals, 'proposed');
  const events: NewProjectEvent[] = [
    { kind: 'legacy.imported', data: { by: userId, turnId, source: event.source, conversations: fresh } },
  ];
  if (found.length > 0) events.push({ kind: 'fact.recorded', data: { by: userId, turnId, facts: [...found] } });
  return done(
    events,
    both(
      `יובאו ${fresh.length} שיחות, ${found.length} עובדות מוצעות.`,
      `Imported ${fresh.length} conversations, ${found.length} facts are proposed.`,
    ),
  );
};
