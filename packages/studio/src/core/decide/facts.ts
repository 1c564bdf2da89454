import type { Sha256 } from '@atelier/kernel/core';
import type { Conflict, Flag, Issue } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';
import type { LegacyConversation } from '../domain/studio-event.ts';
import type { SuggestedAction } from '../domain/turn.ts';
import type { Company, DirectoryRecord, PolicyVersion, PriceListVersion, ReservedNumber } from '../domain/workspace.ts';
import type { NewProjectEvent, ProjectEventOf } from '../events/project-event.ts';
import type { FactProposal } from '../questions/facts.ts';

export type MemberRole = 'viewer' | 'editor' | 'owner';

/** What a decision is told, because it may not look for itself. */
export type TurnFacts = {
  readonly now: string;
  /** The day it is where the project is. */
  readonly today: string;
  readonly turnId: string;
  readonly userId: string;
  readonly role: MemberRole;
  readonly sha256: Sha256;
  /** All versions, oldest first. */
  readonly policies: readonly PolicyVersion[];
  readonly priceList?: PriceListVersion;
  /** Who offers, for `issueQuote`. */
  readonly company?: Company | null;
  /** Clients by their records, for `issueQuote`. */
  readonly directory?: ReadonlyMap<string, DirectoryRecord>;
  /** The number reserved for the quotes of this project, for `issueQuote`. */
  readonly quoteNumber?: ReservedNumber;
  /** What an imported conversation says, for `importLegacy`. */
  readonly extract?: (conversation: LegacyConversation, conversationId: string) => readonly FactProposal[];
  /** Required questions of the ideation stage still open, for `advanceStage`. */
  readonly openQuestions?: number;
  /** The change set that `undoChangeSet` names, as it was recorded. */
  readonly changeSet?: ProjectEventOf<'changeset.applied'>['data'];
};

/** What a turn that ran no skill comes to. With blockers nothing of the project changes. */
export type Outcome = {
  readonly outcome: 'done' | 'rejected';
  readonly events: readonly NewProjectEvent[];
  readonly blockers: readonly Issue[];
  readonly warnings: readonly Issue[];
  readonly conflicts: readonly Conflict[];
  /** Flags that were opened. */
  readonly flags: readonly Flag[];
  readonly suggestions: readonly SuggestedAction[];
  readonly say: LText;
  readonly changeSetId?: string;
  readonly reconciliationRunId?: string;
};
