import type { Refusal } from '@atelier/contracts';
import type { ProjectionRefused } from '@atelier/kernel';
import { isWriteRefused, WriteFault } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { callInWords } from '../../installation/own-call.ts';

type Words = { readonly message: string; readonly suggestion: string };

/** What the core refuses with: a code and its facts. The words are added here, once. */
export type InstallRefused =
  | { readonly code: 'NOTHING_TO_SET' }
  | { readonly code: 'CHECK_ALREADY_RUNNING'; readonly checkId: string }
  | { readonly code: 'CHECK_NOT_RUNNING' }
  | StoreRefused;

export type StoreRefused =
  | { readonly code: 'STORE_BUSY'; readonly afterMs: number }
  | { readonly code: 'STORE_UNHEALTHY'; readonly reason: string };

const wordsByCode: Record<InstallRefused['code'], Words> = {
  NOTHING_TO_SET: { message: 'No setting was named.', suggestion: 'Name at least one setting to change.' },
  CHECK_ALREADY_RUNNING: {
    message: 'A check is already running.',
    suggestion: 'Wait for it to end, or cancel it first.',
  },
  CHECK_NOT_RUNNING: { message: 'That check is not running any more.', suggestion: 'Start another one.' },
  STORE_BUSY: { message: 'Another program is writing just now.', suggestion: 'Try again in a moment.' },
  STORE_UNHEALTHY: {
    message: 'The installation’s history is damaged, so nothing was changed.',
    suggestion: `Run ${callInWords('doctor')}, which says what to do.`,
  },
};

export const refusedToRefusal = <Refused extends InstallRefused>(refused: Refused): Refusal<Refused['code']> => {
  const { code, ...facts } = refused;
  return {
    code,
    ...wordsByCode[code],
    retry:
      refused.code === 'STORE_BUSY'
        ? { kind: 'retryable_after_ms', afterMs: refused.afterMs }
        : { kind: 'not_retryable' },
    ...(Object.keys(facts).length > 0 && { details: facts as Record<string, string | number> }),
  };
};

/** The log's refusals in this surface's words; `INVALID` would be our own mistake, and a fault. */
export const decideToRefused = (refused: DecideRefused): StoreRefused => {
  if (isWriteRefused(refused)) throw new WriteFault(refused);
  switch (refused.code) {
    case 'BUSY':
      return { code: 'STORE_BUSY', afterMs: refused.afterMs };
    case 'UNHEALTHY':
      return projectionToRefused(refused);
    case 'INVALID':
      throw new Error(`The log refused an event of ours: ${refused.reason}`);
  }
};

export const projectionToRefused = ({ health }: ProjectionRefused) =>
  ({ code: 'STORE_UNHEALTHY', reason: health.reason }) as const;
