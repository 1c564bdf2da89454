import type { JsonObject } from '@atelier/kernel/core';
import type { Bench } from '../bench.ts';
import { nextItem, type Plan } from '../plan/grammar.ts';

/** A node of the run's graph in the Workbench's words. `item:0` is the pass of a plan that has nothing to carry out. */
export type StepName = 'research' | 'plan' | `item:${number}` | 'summary';

export const itemStep = (item: number): StepName => `item:${item}`;
const itemOf = (step: string): number | null => (step.startsWith('item:') ? Number(step.slice('item:'.length)) : null);

/** Whether the Workbench says that the work of a step is done. The graph is moved on from exactly these. */
export const isStepDone = ({ run, artifacts }: Bench, step: string | null, plan: Plan | null): boolean => {
  if (!run || step === null) return false;
  const item = itemOf(step);
  if (item !== null)
    return item === 0 || (plan?.items[item - 1] !== undefined && plan.items[item - 1]?.mark !== 'pending');
  if (step === 'research') return artifacts.research !== null;
  if (step === 'plan') return artifacts.plan !== null;
  return step === 'summary' && run.state === 'completed';
};

/** The steps that a graph has to have heard of before this one. A last item says that none is left, and ends the loop. */
export const stepsBefore = (step: StepName, plan: Plan | null): readonly StepName[] => {
  if (step === 'research') return [];
  if (step === 'plan') return ['research'];
  if (step === 'summary') return ['research', 'plan', itemStep(plan?.items.length ?? 0)];
  const before = Math.max(0, (itemOf(step) ?? 1) - 1);
  return ['research', 'plan', ...Array.from({ length: before }, (_, at) => itemStep(at + 1))];
};

export type StepOutput = { readonly notes: string; readonly artifacts: readonly JsonObject[] };

const mostNotes = 3_000;

/** What a step hands to the graph: a recap that fits, and where the whole of it is. Made of what is recorded, so a repeat says the same. */
export const stepOutput = (
  { artifacts, run }: Bench,
  step: string,
  texts: { readonly research: string; readonly plan: Plan | null; readonly answer: string },
): StepOutput => {
  const item = itemOf(step);
  if (item !== null) {
    const done = texts.plan?.items[item - 1];
    const isLeft = texts.plan !== null && nextItem(texts.plan) !== null;
    const notes = done
      ? `${done.mark === 'failed' ? 'Failed' : 'Done'}: ${done.label}${done.reason ? ` (${done.reason})` : ''}`
      : 'Nothing to carry out.';
    return {
      notes,
      artifacts: [{ kind: 'wr.loop_control', decision: isLeft ? 'continue' : 'stop', summary: cut(notes, 1_000) }],
    };
  }
  if (step === 'research')
    return { notes: cut(texts.research, mostNotes), artifacts: held('research', artifacts.research) };
  if (step === 'plan')
    return {
      notes: cut(
        texts.plan?.items.map(({ label }, at) => `${at + 1}. ${label}`).join('\n') || 'No changes are planned.',
        mostNotes,
      ),
      artifacts: held('plan', artifacts.plan),
    };
  return { notes: cut(texts.answer || `The run ${run?.id ?? ''} is complete.`, mostNotes), artifacts: [] };
};

const held = (name: string, contentId: string | null): readonly JsonObject[] =>
  contentId === null ? [] : [{ kind: 'workshop.content', name, contentId }];

const cut = (text: string, most: number): string => {
  const trimmed = text.trim() || '–';
  return trimmed.length > most ? `${trimmed.slice(0, most).toWellFormed()}…` : trimmed;
};
