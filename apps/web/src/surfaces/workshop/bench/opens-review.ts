type Facts = {
  /** The Draft as it is now; null: there is none. */
  readonly revisionId: string | null;
  /** What Review was last opened for; undefined: the Workbench was only just opened. */
  readonly shown: string | null | undefined;
  /** Which place of the Workbench is in sight. */
  readonly place: string;
  readonly isRunning: boolean;
};

/**
 * Whether Review opens by itself now. A run is left to finish first; whoever is in the settings is not taken out of
 * them, and a link to another place of a Workbench with a Draft leads there.
 */
export const opensReview = ({ revisionId, shown, place, isRunning }: Facts): boolean => {
  if (revisionId === null || isRunning || revisionId === shown || place === 'review' || place === 'settings')
    return false;
  return shown !== undefined || place === 'chat';
};
