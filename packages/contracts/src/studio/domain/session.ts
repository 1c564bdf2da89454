import { z } from 'zod';
import { Lang, ProjectStage } from './primitives.ts';
import { Answers, Question } from './questions.ts';

export const PinnedStage = z.enum(['auto', ...ProjectStage.options]);
export const PinnedChannel = z.enum(['auto', 'questions', 'chat']);

export const Focus = z.strictObject({
  kind: z.enum(['project', 'element', 'task', 'section']),
  ids: z.array(z.string()).max(20),
});
export type Focus = z.infer<typeof Focus>;

export const ScopeCandidate = z.strictObject({
  elementId: z.string(),
  label: z.strictObject({ he: z.string().exactOptional(), en: z.string().exactOptional() }),
  score: z.number(),
  why: z.string(),
});
export type ScopeCandidate = z.infer<typeof ScopeCandidate>;

export const OpenScope = z.strictObject({
  turnId: z.string(),
  mention: z.string(),
  candidates: z.array(ScopeCandidate).max(5),
});
export type OpenScope = z.infer<typeof OpenScope>;

/** What one person has set in one project, without drafts and turns. */
export const SessionSettings = z.strictObject({
  pinnedStage: PinnedStage,
  pinnedChannel: PinnedChannel,
  selectedElementIds: z.array(z.string()).max(20),
  focus: Focus,
  activeQuestionsSkillId: z.string().nullable(),
  visibleQids: z.array(z.string()).max(5),
  draftAnswers: Answers,
  savedAnswers: Answers,
  skippedQids: z.array(z.string()).max(200),
  continueAnyway: z.boolean(),
  generatedQuestions: z.array(Question).max(100),
  lastSkillId: z.string().nullable(),
  openScope: OpenScope.nullable(),
  locale: Lang,
  seenSeq: z.int().min(0),
});
export type SessionSettings = z.infer<typeof SessionSettings>;
