import type { HmacSha256, Sha256 } from '../core/crypto.ts';
import type { AttemptId, Id, IdPrefix } from '../core/ids.ts';
import type { Preferences } from '../core/preferences.ts';
import type { TestPattern } from '../core/reasons/criteria.ts';
import type { PersonWords } from '../ports/console-facts.ts';
import type { GitFacts } from '../ports/git-facts.ts';
import type { Intents } from '../ports/intents.ts';
import type { KeyReader, Keyring } from '../ports/keyring.ts';
import type { PinnedWorkflows, WorkflowPinning } from '../ports/pinned-workflows.ts';
import type { SessionReader, SessionWriter } from '../ports/sessions.ts';
import type { SourceWatch } from '../ports/source-watch.ts';
import type { WorkflowCatalog } from '../ports/workflow-catalog.ts';

/** Told which session, run, node and attempt a call turned out to be about: for log lines alone. */
export type About = (ids: Readonly<Record<string, string>>) => void;

/** Enough to read, verify and render. No port here can write: that is what makes rehydrating safe. */
export type ReadDeps = {
  readonly sha256: Sha256;
  readonly hmac: HmacSha256;
  readonly sessions: SessionReader;
  readonly workflows: PinnedWorkflows;
  readonly keyring: KeyReader;
  readonly catalog: WorkflowCatalog;
  readonly sources: SourceWatch;
  /** Unpredictable: two rehydrations of one node are two attempts. */
  readonly newAttempt: () => AttemptId;
  /** What people said about a run outside the chat. */
  readonly words: Pick<PersonWords, 'said'>;
};

export type WriteDeps = Omit<ReadDeps, 'workflows' | 'keyring' | 'sessions'> & {
  readonly sessions: SessionReader & SessionWriter;
  readonly workflows: WorkflowPinning;
  readonly keyring: Keyring;
  readonly git: GitFacts;
  readonly intents: Intents;
  readonly testPattern: TestPattern;
  readonly newId: <P extends IdPrefix>(prefix: P) => Id<P>;
  /** Copied into a run when it starts; changing them later changes no run. */
  readonly defaults: () => Promise<Preferences>;
};
