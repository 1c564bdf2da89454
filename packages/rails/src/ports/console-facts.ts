import type { SessionId } from '../core/ids.ts';
import type { PersonWord } from '../core/person-words.ts';
import type { Intents } from './intents.ts';
import type { SessionMarks } from './retention.ts';

/** What people say to the agents of a run. An advance records which of it the agent was told. */
export interface PersonWords {
  readonly said: (sessionId: SessionId) => Promise<readonly PersonWord[]>;
  /** When somebody last confirmed, refused or answered, by session. */
  readonly settledAt: () => Promise<ReadonlyMap<SessionId, string>>;
  readonly say: (sessionId: SessionId, word: Omit<PersonWord, 'at'>) => Promise<void>;
}

/** Names people gave to sessions, in place of the goal. */
export interface SessionTitles {
  readonly all: () => Promise<ReadonlyMap<SessionId, string>>;
  readonly rename: (sessionId: SessionId, title: string | null, by: string) => Promise<void>;
}

export const CONSOLE_STREAM = 'console';

/** Facts about sessions that are not of the sessions: in one stream of their own, so that they are as safe as those. */
export type ConsoleFacts = {
  readonly marks: SessionMarks;
  readonly intents: Intents;
  readonly words: PersonWords;
  readonly titles: SessionTitles;
};
