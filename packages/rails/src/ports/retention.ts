import type { SessionId } from '../core/ids.ts';

export type Marks = { readonly archived: boolean; readonly kept: boolean };

export type MarksChange = { readonly [K in keyof Marks]?: Marks[K] | undefined };

/** What people said about sessions, beside the truth: it decides what is listed and what stays. */
export interface SessionMarks {
  readonly all: () => Promise<ReadonlyMap<SessionId, Marks>>;
  /** All of them in one commit. Answers the marks of each. */
  readonly set: (sessionIds: readonly SessionId[], change: MarksChange) => Promise<ReadonlyMap<SessionId, Marks>>;
  readonly forget: (sessionIds: readonly SessionId[]) => Promise<void>;
}

/** Takes a session away for good. False when it was in use, or moved since it was looked at. */
export interface SessionRemoval {
  readonly remove: (sessionId: SessionId, stamp: string) => Promise<boolean>;
}
