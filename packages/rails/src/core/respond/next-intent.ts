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
      return situation.requireConfirmation && situation.autonomy === 'guided'
        ? 'await_user_confirmation'
        : 'perform_pending_then_continue';
  }
};
