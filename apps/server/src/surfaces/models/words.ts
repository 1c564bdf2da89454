import { isWriteRefused, WriteFault, type WriteRefused } from '@atelier/kernel/core';
import { callInWords } from '../../installation/own-call.ts';
import { createRefuse, type Words } from '../refusal.ts';

const wordsByCode = {
  KEY_INVALID: {
    message: 'This does not look like a key.',
    suggestion: 'A key has 8 to 512 letters, digits and signs, without spaces. Copy the complete key again.',
  },
  PROVIDER_AUTH_FAILED: {
    message: 'The provider did not accept the key. The key saved before, if any, is unchanged.',
    suggestion: 'Check the key on the page of the provider, and that it belongs to an account with credit.',
  },
  PROVIDER_NOT_CONFIGURED: { message: 'There is no key for this provider.', suggestion: 'Save one first.' },
  KEY_FROM_ENVIRONMENT: {
    message: 'The key comes from an environment variable, which wins over a saved one.',
    suggestion: 'Change or unset the variable and start Atelier again.',
  },
  KEYS_UNREADABLE: {
    message: 'The saved keys cannot be read or changed now; they were left as they are.',
    suggestion: 'Unlock the keychain, or restore keys/secrets.enc and keys/secrets.key from a backup.',
  },
  EGRESS_BLOCKED_BY_POLICY: {
    message: 'Atelier would not be allowed to call this address.',
    suggestion: 'Use https and a name, or plain http on this machine (127.0.0.1 or localhost).',
  },
  ENDPOINT_EXISTS: { message: 'This address is in the list already.', suggestion: 'Ask it again for its models.' },
  ENDPOINT_NOT_FOUND: { message: 'There is no such endpoint.', suggestion: 'Reload the list.' },
  ENDPOINT_UNREACHABLE: {
    message: 'No server answered there with a list of models; nothing was saved.',
    suggestion: 'Start the server and check the address. It usually ends with /v1.',
  },
  ENTRY_INVALID: {
    message: 'This entry cannot be used.',
    suggestion: 'See `details.field`: the id starts with a provider, as in openai:name or local:<endpoint>/name.',
  },
  MODEL_NOT_FOUND: { message: 'There is no such model in the list.', suggestion: 'Choose one of the list.' },
  MODEL_UNAVAILABLE: {
    message: 'This model cannot be used now.',
    suggestion: 'Set up its provider in Settings, or choose another model.',
  },
  NOTHING_TO_SET: { message: 'No cap was named.', suggestion: 'Name at least one.' },
  CONFIRMATION_REQUIRED: {
    message: 'Please confirm that everything may be sent.',
    suggestion: 'Send it again with `confirmed: true`.',
  },
  CONSENT_NOT_FOUND: { message: 'There is no such consent.', suggestion: 'Reload the list.' },
  RUN_IN_PROGRESS: { message: 'The model is at work.', suggestion: 'Stop it first, or wait for its answer.' },
  TOO_MANY_RUNS: {
    message: 'Too many runs are under way on this server.',
    suggestion: 'Wait for one to finish, or stop one.',
  },
  NO_RUN: { message: 'Nothing is under way.', suggestion: 'Send a message.' },
  NO_QUESTION: { message: 'Nothing is waiting for consent.', suggestion: 'Reload the chat.' },
  CONFLICT_STALE_STATE: {
    message: 'The question has changed since it was shown.',
    suggestion: 'Review it, then answer.',
  },
  LIMIT_FILE_COUNT: { message: 'This chat has the maximum number of files.', suggestion: 'Remove some first.' },
  FILE_NOT_FOUND: { message: 'There is no such file in this chat.', suggestion: 'Reload the list of files.' },
  FILE_DAMAGED: {
    message: 'The stored copy of this file is damaged or missing, so it was not sent.',
    suggestion: 'Add the file again, or ask the model to make it again.',
  },
  RESULT_NOT_FOUND: { message: 'That result was deleted.', suggestion: 'Ask the model to read it again.' },
  STORE_BUSY: { message: 'Another program is writing just now.', suggestion: 'Try again in a moment.' },
  STORE_UNHEALTHY: {
    message: 'The record of models is damaged; nothing was changed.',
    suggestion: `Run ${callInWords('doctor')}, which says what can be done.`,
  },
} satisfies Record<string, Words>;
type ModelsCode = keyof typeof wordsByCode;

export const refuse = createRefuse<ModelsCode>(wordsByCode);

/** Another writer of the stream, or a stream that takes nothing more. */
export const logRefused = ({ reason }: { readonly reason: string }) => {
  if (isWriteRefused({ code: reason })) throw new WriteFault({ code: reason as WriteRefused['code'], inDoubt: false });
  return reason === 'LOCKED' || reason === 'STALE' ? refuse('STORE_BUSY') : refuse('STORE_UNHEALTHY', { reason });
};
