import type { Refusal } from '@atelier/contracts';
import { callInWords } from '../installation/own-call.ts';
import { refusedToRefusal, type StoreRefused } from '../surfaces/install/words.ts';
import type { PeopleRefused } from './decide.ts';

export type PeopleAnswered =
  | PeopleRefused
  | { readonly code: 'PERSON_NEEDED' }
  | { readonly code: 'PROJECT_NOT_FOUND' }
  | StoreRefused;

type OwnCode = Exclude<PeopleAnswered['code'], StoreRefused['code']>;

const wordsByCode: Record<OwnCode, { readonly message: string; readonly suggestion: string }> = {
  PERSON_NOT_FOUND: { message: 'There is no such person here.', suggestion: 'Reload the list of people.' },
  SIGN_IN_NOT_FOUND: { message: 'That browser is not signed in any more.', suggestion: 'Reload the list.' },
  TOKEN_NOT_FOUND: { message: 'That token is not valid any more.', suggestion: 'Reload the list.' },
  INVITATION_NOT_FOUND: {
    message: 'That invitation was used or withdrawn already.',
    suggestion: 'Reload the list. Make a new invitation if you need one.',
  },
  LAST_ADMIN: {
    message: 'This is the last admin, so nothing was changed.',
    suggestion: `Make somebody else an admin first. On the machine itself, ${callInWords('link --owner')} is always a way in.`,
  },
  TOO_MANY_TOKENS: { message: 'You have 50 tokens already.', suggestion: 'Revoke one that you do not use.' },
  PERSON_NEEDED: {
    message: 'A token can’t change who may come in.',
    suggestion: 'Do this in a browser, signed in as yourself.',
  },
  PROJECT_NOT_FOUND: {
    message: 'There is no such project, or it is not yours to share.',
    suggestion: 'Reload the list of projects.',
  },
};

const isOwn = (code: string): code is OwnCode => Object.hasOwn(wordsByCode, code);

export const answerRefused = <Refused extends PeopleAnswered>(
  refused: Refused,
): { readonly ok: false; readonly error: Refusal<Refused['code']> } => {
  const { code } = refused as PeopleAnswered;
  const error = isOwn(code)
    ? { code, ...wordsByCode[code], retry: { kind: 'not_retryable' as const } }
    : refusedToRefusal(refused as StoreRefused);
  return { ok: false, error: error as Refusal<Refused['code']> };
};
