import { type ErrorEnvelope, type StoreTrouble, storeTroubleOf } from '@atelier/kernel/core';
import type { Refusal } from '@atelier/rails/usecases';

type WriteRefused = Extract<Refusal, { code: StoreTrouble | 'WRITE_FAILED' }>;

/** What was thrown in the midst of the work, where what holds the data is to blame for it: before a commit, so nothing stands. */
export const writeRefusedOf = (cause: unknown): WriteRefused | undefined => {
  const trouble = storeTroubleOf(cause);
  return trouble && { code: trouble, inDoubt: false };
};

export const wordWriteRefused = ({ code, inDoubt, system }: WriteRefused, tool: string): ErrorEnvelope => {
  // Without its folder nobody knows what is left of the records.
  const isGone = code === 'WRITE_FAILED' && system === 'ENOENT';
  const { message, first } = isGone ? GONE : wordsByCode[code];
  return {
    code,
    message: `${message} ${inDoubt ? IN_DOUBT : NOTHING}${isGone ? '' : ' What was recorded before is safe.'}`,
    suggestion: `${first} ${inDoubt && tool === 'start_workflow' ? FIND : AGAIN}`,
    // Another try helps only where nobody has to do anything first.
    retry:
      (code === 'WRITE_FAILED' && !isGone) || code === 'DATABASE_AWAY' || code === 'STORE_AWAY'
        ? { kind: 'retryable_after_ms', afterMs: 1_000 }
        : { kind: 'not_retryable' },
    details: { inDoubt, ...(system === undefined ? {} : { system }) },
  };
};

const NOTHING = 'This call recorded nothing.';
const IN_DOUBT = 'Whether this call was recorded is not known yet.';
const AGAIN = 'Then make the same call again: its tokens stay good, and nothing is recorded twice.';
const FIND = 'Then call resume_session: if the run was started, it is there; if not, start it again.';

const GONE = {
  message: 'The folder that holds the data of Atelier, or a part of it, is missing.',
  first: 'Tell the user that it was moved or deleted, and to put it back or restore a backup. Wait until they have.',
};

const wordsByCode: Readonly<Record<WriteRefused['code'], { readonly message: string; readonly first: string }>> = {
  DISK_FULL: {
    message: 'The disk that holds the data of Atelier is full.',
    first: 'Tell the user to make room on that disk, and wait until they have.',
  },
  DISK_READ_ONLY: {
    message: 'The disk that holds the data of Atelier takes no writes.',
    first: 'Tell the user to make it writable again, and wait until they have.',
  },
  DATABASE_AWAY: {
    message: 'The database that holds the data of Atelier does not answer.',
    first: 'Wait a few seconds. If it stays away, tell the user to start it again, and wait until they have.',
  },
  STORE_AWAY: {
    message: 'The bucket that holds the content of Atelier does not answer.',
    first: 'Wait a few seconds. If it stays away, tell the user to check the bucket, and wait until they have.',
  },
  WRITE_FAILED: {
    message: 'What holds the data of Atelier did not take the write.',
    first:
      'Wait a second. If it fails again, tell the user that writing fails, and to run `npx atelier doctor` in Atelier’s folder.',
  },
};
