import type { WorkbenchWait } from '@atelier/contracts';

type Facts = {
  /** The Draft as it is now; null: there is none. */
  readonly revisionId: string | null;
  /** What Review was last opened for; undefined: the Workbench was only just opened. */
  readonly shown: string | null | undefined;
  /** Which place of the Workbench is in sight. */
  readonly place: string;
  readonly isRunning: boolean;
  /** The run asks for consent, for a cap or for an answer; that stands in the chat. */
  readonly isAsking: boolean;
};

/**
 * Whether Review opens by itself now. A run is left to finish first, and what it asks is answered first; whoever is in the settings is not taken out of
 * them, and a link to another place of a Workbench with a Draft leads there.
 */
export const opensReview = ({ revisionId, shown, place, isRunning, isAsking }: Facts): boolean => {
  if (
    revisionId === null ||
    isRunning ||
    isAsking ||
    revisionId === shown ||
    place === 'review' ||
    place === 'settings'
  )
    return false;
  return shown !== undefined || place === 'chat';
};

/** What a person has to answer in the chat before the run can go on. */
export const asks = (wait: WorkbenchWait | null): wait is 'consent' | 'cap' | 'question' =>
  wait === 'consent' || wait === 'cap' || wait === 'question';
