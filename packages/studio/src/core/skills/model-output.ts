import { err, type Json, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { z } from 'zod';
import type { Handles } from '../context/handles.ts';
import type { Card, Issue, LText, PatchOp, Question } from '../domain/index.ts';
import type { FactProposal } from '../questions/facts.ts';
import { withoutRepeats } from '../questions/next.ts';
import type { Stage } from '../routing/score.ts';
import { modelOpsToPatchOps } from './model-ops.ts';
import { CriticAnswer, DraftingAnswer, IdeasAnswer, QaAnswer, QuestionsAnswer } from './model-schemas.ts';
import { chat, drafted, type SkillDraft, type SkillOutput } from './output.ts';
import type { SkillTurn, SkillWorld } from './world.ts';

export type ModelTurn = {
  readonly world: SkillWorld;
  readonly turn: SkillTurn;
  readonly handles: Handles;
  readonly projectId: string;
  readonly stage: Stage;
  readonly sha256: Sha256;
};

/**
 * What a model answered, as the output of its skill. The answer has been held to its schema; what it names is held here
 * to what it was shown.
 */
export const modelToOutput = (
  schema: z.ZodType,
  answer: unknown,
  at: ModelTurn,
): Result<SkillOutput, readonly Issue[]> => {
  if (schema === DraftingAnswer) return draftingOutput(DraftingAnswer.parse(answer), at);
  if (schema === CriticAnswer) return criticOutput(CriticAnswer.parse(answer), at);
  if (schema === IdeasAnswer) return ok(ideasOutput(IdeasAnswer.parse(answer), at));
  if (schema === QuestionsAnswer) return ok(questionsOutput(QuestionsAnswer.parse(answer), at));
  if (schema === QaAnswer) return ok(qaOutput(QaAnswer.parse(answer), at));
  throw new Error('no skill answers with this schema');
};

type Text = { readonly he: string | null; readonly en: string | null };

const textOf = ({ he, en }: Text): LText => {
  const text = { ...(he?.trim() ? { he: he.slice(0, 500) } : {}), ...(en?.trim() ? { en: en.slice(0, 500) } : {}) };
  return Object.keys(text).length > 0 ? text : { en: '–' };
};

type Common = Pick<z.infer<typeof QaAnswer>, 'assistantText' | 'proposedFacts' | 'handoff'>;

const commonOf = (answer: Common, at: ModelTurn): Partial<SkillOutput> => ({
  proposedFacts: answer.proposedFacts.flatMap((fact) => factOf(fact, at)),
  ...(answer.handoff === null ? {} : { handoff: answer.handoff }),
});

/** About the project, or an element it was shown; what it says of anything else is left out. */
const factOf = (
  { about, key, value, text }: Common['proposedFacts'][number],
  { handles, projectId, turn }: ModelTurn,
): readonly FactProposal[] => {
  const found = handles.idOf(about);
  const subject =
    found?.entity === 'element'
      ? { kind: 'element' as const, id: found.id }
      : about === 'project' || found?.entity === 'project'
        ? { kind: 'project' as const, id: projectId }
        : undefined;
  if (!subject || key.trim() === '') return [];
  const source = { kind: 'skill' as const, ref: turn.turnId };
  return [{ subject, key: key.slice(0, 80), value: value as Json, text: textOf(text), source, confidence: 500 }];
};

const draftOf = (
  draft: NonNullable<z.infer<typeof DraftingAnswer>['draft']>,
  { handles, turn, world }: ModelTurn,
): Result<SkillDraft, readonly Issue[]> => {
  const taken = new Set((world.draft?.ops ?? []).flatMap((op) => (op.op === 'create' ? [op.tempId] : [])));
  const { ops, issues } = modelOpsToPatchOps(draft.ops, handles, turn.turnId, turn.text, taken);
  if (issues.length > 0) return err(issues);
  const dropped = draft.dropped.map(({ opId, reason }) => ({ opId, reason: textOf(reason) }));
  return ok({ title: textOf(draft.title), ops, carry: draft.carry ?? 'all', dropped });
};

/** The elements that are touched by name; those an op creates are named by the draft itself. */
const touched = (ops: readonly PatchOp[]): readonly string[] => [
  ...new Set(ops.flatMap((op) => (op.entity === 'element' ? [op.op === 'create' ? op.tempId : op.id] : []))),
];

const draftingOutput = (
  answer: z.infer<typeof DraftingAnswer>,
  at: ModelTurn,
): Result<SkillOutput, readonly Issue[]> => {
  const common = commonOf(answer, at);
  if (answer.draft === null) return ok(chat(answer.assistantText, common));
  const draft = draftOf(answer.draft, at);
  if (!draft.ok) return draft;
  return ok(drafted(answer.assistantText, draft.value, { ...common, elementIds: touched(draft.value.ops) }));
};

const criticOutput = (answer: z.infer<typeof CriticAnswer>, at: ModelTurn): Result<SkillOutput, readonly Issue[]> => {
  const followUp = answer.draft === null ? undefined : draftOf(answer.draft, at);
  if (followUp && !followUp.ok) return followUp;
  const cards = answer.issues.map(
    ({ code, severity, handles, text }): Card => ({
      kind: 'issue',
      title: textOf(text),
      severity,
      code: code.slice(0, 60),
      refs: handles.flatMap((handle) => at.handles.idOf(handle)?.id ?? []),
    }),
  );
  return ok(
    chat(answer.assistantText, {
      ...commonOf(answer, at),
      render: { kind: 'chat', cards },
      ...(followUp ? { followUp: followUp.value } : {}),
    }),
  );
};

const ideasOutput = (answer: z.infer<typeof IdeasAnswer>, at: ModelTurn): SkillOutput =>
  chat(answer.assistantText, {
    ...commonOf(answer, at),
    render: {
      kind: 'chat',
      cards: answer.ideas.map(
        ({ title, pitch, elements, materials }): Card => ({
          kind: 'idea',
          title: textOf(title),
          text: textOf(pitch),
          rows: [
            ...elements.map((value) => ({ label: { he: 'אלמנט', en: 'Element' }, value: value.slice(0, 200) })),
            ...materials.map((value) => ({ label: { he: 'חומר', en: 'Material' }, value: value.slice(0, 200) })),
          ],
        }),
      ),
    },
  });

const questionsOutput = (answer: z.infer<typeof QuestionsAnswer>, at: ModelTurn): SkillOutput => {
  const { sha256, stage, handles, turn } = at;
  const made = answer.questions.map((question, nth): Question => {
    const text = textOf(question.text);
    const element = handles.idOf(question.about);
    return {
      qid: `gen:${sha256(JSON.stringify([stage, text])).slice(0, 24)}`,
      stage,
      text,
      scope: element?.entity === 'element' ? element.id : 'project',
      type: question.type,
      ...(question.options.length > 0
        ? {
            options: question.options
              .slice(0, 40)
              .map((label, index) => ({ value: `option${index + 1}`, label: textOf(label) })),
          }
        : {}),
      required: question.required,
      priority: Math.min(100, nth + 1),
      source: 'generated',
    };
  });
  const questions = withoutRepeats(made, turn.answers?.generated ?? []);
  if (questions.length === 0) return chat(answer.assistantText, commonOf(answer, at));
  return {
    ...chat(answer.assistantText, commonOf(answer, at)),
    render: {
      kind: 'questions',
      questions,
      progress: { answered: 0, required: questions.filter(({ required }) => required).length },
    },
  };
};

const qaOutput = (answer: z.infer<typeof QaAnswer>, at: ModelTurn): SkillOutput => {
  const found = answer.handles.flatMap((handle) => at.handles.idOf(handle) ?? []);
  const elementIds = found.flatMap(({ entity, id }) => (entity === 'element' ? [id] : []));
  return chat(answer.assistantText, { ...commonOf(answer, at), elementIds });
};
