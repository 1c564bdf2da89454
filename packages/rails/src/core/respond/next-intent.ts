import type { Autonomy } from '../compiled.ts';

export type NextIntent = 'perform_pending_then_continue' | 'await_user_confirmation' | 'rehydrate_only' | 'complete';

export type Situation =
  | { readonly kind: 'complete' }
  | { readonly kind: 'rehydrated' }
  | { readonly kind: 'moved'; readonly requireConfirmation: boolean; readonly autonomy: Autonomy }
  | { readonly kind: 'blocked'; readonly retryable: boolean };

export const nextIntent = (situation: Situation): NextIntent => {
  switch (situation.kind) {
    case 'complete':
      return 'complete';
    case 'rehydrated':
      return 'rehydrate_only';
    case 'blocked':
      return situation.retryable ? 'perform_pending_then_continue' : 'await_user_confirmation';
    case 'moved':
      return asksFirst(situation) ? 'await_user_confirmation' : 'perform_pending_then_continue';
  }
};

/** Only a guided agent waits for the user; in the other modes it decides for them. */
export const asksFirst = ({
  requireConfirmation,
  autonomy,
}: {
  readonly requireConfirmation: boolean;
  readonly autonomy: Autonomy;
}): boolean => requireConfirmation && autonomy === 'guided';
