import type { ScopeChoice } from '../domain/studio-event.ts';
import type { ProjectState } from './state.ts';

export type TurnRequestWords = { readonly text: string; readonly choice?: ScopeChoice };

/** What a person asked for in a turn. One that answers a question about scope asks for what raised the question. */
export const requestOf = ({ turns }: Pick<ProjectState, 'turns'>, turnId: string): TurnRequestWords | undefined => {
  let turn = turns.get(turnId);
  const choice = turn?.answers?.choice;
  const seen = new Set<string>();
  while (turn?.answers && !seen.has(turn.turnId)) {
    seen.add(turn.turnId);
    turn = turns.get(turn.answers.turnId);
  }
  if (turn?.userMessage === undefined) return undefined;
  return { text: turn.userMessage, ...(choice === undefined ? {} : { choice }) };
};
