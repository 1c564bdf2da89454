/** What a person may want to be called back for. */
export type Attention = 'ended' | 'draft' | 'paused' | 'asks';

type Standing = {
  /** The run under way or halted, if any. */
  readonly run: { readonly runId: string; readonly state: string } | null;
  readonly revisionId: string | null;
};

const isUnderWay = ({ run }: Standing): boolean => run?.state === 'running' || run?.state === 'retrying';

/** What happened between two looks at a Workbench that calls for the person; undefined: nothing. */
export const attentionFor = (before: Standing, now: Standing): Attention | undefined => {
  if (!isUnderWay(before) || isUnderWay(now)) return undefined;
  if (now.run?.state === 'needs_consent') return 'asks';
  if (now.run !== null) return 'paused';
  return now.revisionId !== null && now.revisionId !== before.revisionId ? 'draft' : 'ended';
};
