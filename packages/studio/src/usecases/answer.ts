import type {
  Conflict,
  DiffGroup,
  Draft,
  Fact,
  Flag,
  Issue,
  Lang,
  LText,
  NeedsScope,
  Render,
  RoutingSummary,
  StudioTurnDone,
  SuggestedAction,
} from '@atelier/contracts/studio';
import { derivedId, type Sha256 } from '@atelier/kernel/core';
import type { Outcome } from '../core/decide/facts.ts';
import type { DraftState } from '../core/fold/state.ts';

/** In the language that was asked for, else in the other. */
export const inLang = (text: LText, lang: Lang): string => text[lang] ?? text.he ?? text.en ?? '';

export type AnswerParts = {
  readonly outcome: StudioTurnDone['outcome'];
  readonly text: string;
  readonly render: Render;
  readonly routing: RoutingSummary;
  readonly needsScope?: NeedsScope;
  readonly warnings?: readonly Issue[];
  readonly blockers?: readonly Issue[];
  readonly proposedFacts?: readonly Fact[];
  readonly conflicts?: readonly Conflict[];
  readonly flags?: readonly Flag[];
  readonly suggestedActions?: readonly SuggestedAction[];
};

const mostChips = 4;

export const answerOf = (
  facts: { readonly turnId: string; readonly lang: Lang; readonly sha256: Sha256 },
  headSeq: number,
  parts: AnswerParts,
): StudioTurnDone => ({
  ok: true,
  turnId: facts.turnId,
  replayed: false,
  headSeq,
  outcome: parts.outcome,
  assistantMessage: { id: messageIdOf(facts.sha256, facts.turnId, 'assistant'), text: parts.text, lang: facts.lang },
  render: parts.render,
  ...(parts.needsScope && { needsScope: parts.needsScope }),
  warnings: parts.warnings ?? [],
  blockers: parts.blockers ?? [],
  proposedFacts: parts.proposedFacts ?? [],
  conflicts: parts.conflicts ?? [],
  ...(parts.flags && { flags: parts.flags }),
  suggestedActions: (parts.suggestedActions ?? []).slice(0, mostChips),
  routing: parts.routing,
});

export const messageIdOf = (sha256: Sha256, turnId: string, role: string): string =>
  derivedId('msg', sha256, `${turnId}/${role}`);

/** What a turn without a skill answers: its words, and whatever stood in its way. */
export const partsOfOutcome = (outcome: Outcome, routing: RoutingSummary, lang: Lang): AnswerParts => ({
  outcome: outcome.outcome,
  text: inLang(outcome.say, lang),
  render: { kind: 'chat' },
  routing,
  warnings: outcome.warnings,
  blockers: outcome.blockers,
  conflicts: outcome.conflicts,
  flags: outcome.flags,
  suggestedActions: outcome.suggestions,
});

/** A draft as a screen gets it: how it came about stays in the log. */
export const plainDraft = ({ deltas: _deltas, closed: _closed, comments: _said, ...draft }: DraftState): Draft => draft;

export const draftRender = (draft: DraftState, diff: readonly DiffGroup[]): Render => ({
  kind: 'draft_changes',
  draft: plainDraft(draft),
  diff,
});
