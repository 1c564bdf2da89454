import type { CompiledStep, UserDependencyReason } from '../compiled.ts';
import { truncate } from '../text.ts';

/** Put to the person directly, by clients that can show a form. */
export type UserQuestion = { readonly message: string; readonly wants: 'text' | 'yes' };

/** What a person said: their words, or that it is so. */
export type UserAnswer = string | true;

const NOTES_BYTES = 1_500;

/**
 * A secret is never asked for: what is typed into a form of the chat passes through the client and is recorded. The
 * step then stops as it does with any client, and says what it needs.
 */
const askable: Record<Exclude<UserDependencyReason, 'needs_user_secret_or_token'>, UserQuestion> = {
  needs_user_account_access: {
    message: 'This step needs access to one of your accounts. Say how it can be reached, once it can.',
    wants: 'text',
  },
  needs_user_artifact: { message: 'This step needs something from you. Say where it is, or paste it.', wants: 'text' },
  needs_user_choice: { message: 'This choice is yours. What should it be?', wants: 'text' },
  needs_user_approval: { message: 'This step needs your approval. Do you approve?', wants: 'yes' },
  needs_user_environment_action: {
    message: 'This step needs you to do something on your machine or in your account. Is it done?',
    wants: 'yes',
  },
};

/** Undefined when nobody may be asked. The notes of the call are shown: they say what is at stake. */
export const questionFor = (step: CompiledStep, notes: string | undefined): UserQuestion | undefined => {
  const reason = step.userDependency?.reason;
  if (reason === undefined || reason === 'needs_user_secret_or_token') return undefined;
  const { message, wants } = askable[reason];
  const told = notes?.trim() ? `\n\n${truncate(notes.trim(), NOTES_BYTES, '…')}` : '';
  return { message: `${step.title}: ${message}${told}`, wants };
};
