import type { Card, DroppedOp, Issue, LText, PatchOp, Question, SuggestedAction } from '../domain/index.ts';
import type { FactProposal } from '../questions/facts.ts';
import type { ScopeAsked } from '../scope/needs-scope.ts';

/** The next draft by reference: what is carried over, then ops that are new or take the place of those with their opId. */
export type SkillDraft = {
  readonly title: LText;
  readonly ops: readonly PatchOp[];
  readonly carry: 'all' | readonly string[];
  readonly dropped: readonly DroppedOp[];
};

/** What a skill gives back: one thing to show, and what goes with it. */
export type SkillOutput = {
  readonly assistantText: string;
  readonly render:
    | { readonly kind: 'chat'; readonly cards?: readonly Card[] }
    | {
        readonly kind: 'questions';
        readonly questions: readonly Question[];
        readonly progress: { readonly answered: number; readonly required: number };
      }
    | { readonly kind: 'draft_changes' };
  /** With `draft_changes`. */
  readonly draft?: SkillDraft;
  /** The critic's: parked when a draft is open, never in its place. */
  readonly followUp?: SkillDraft;
  /** Nothing was done, because it is not clear to what. */
  readonly needsScope?: ScopeAsked;
  /** Elements the answer is about. */
  readonly elementIds: readonly string[];
  readonly proposedFacts: readonly FactProposal[];
  readonly warnings: readonly Issue[];
  /** Where the knowledge in the answer came from. */
  readonly sources?: readonly string[];
  /** Another skill that could do what was asked. */
  readonly handoff?: string;
  readonly suggestedActions: readonly SuggestedAction[];
};

export const chat = (assistantText: string, more: Partial<SkillOutput> = {}): SkillOutput => ({
  assistantText,
  render: { kind: 'chat' },
  elementIds: [],
  proposedFacts: [],
  warnings: [],
  suggestedActions: [],
  ...more,
});

export const drafted = (assistantText: string, draft: SkillDraft, more: Partial<SkillOutput> = {}): SkillOutput => ({
  ...chat(assistantText, more),
  render: { kind: 'draft_changes' },
  draft,
});

/** A chip that sends a message. */
export const say = (text: string, label: LText = { he: text, en: text }): SuggestedAction => ({
  label,
  event: { type: 'chatMessage', text },
});
