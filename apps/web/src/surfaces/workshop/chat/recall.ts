/** Where ↑ and ↓ stand among the messages sent before; undefined: in what is being written now. */
export type Recall = number | undefined;

/** One step back or forth through earlier messages, newest first; beyond the newest is the empty box again. */
export const recallStep = (
  sent: readonly string[],
  at: Recall,
  step: 'older' | 'newer',
): { readonly at: Recall; readonly text: string } | undefined => {
  const last = sent.length - 1;
  if (step === 'older') {
    const to = at === undefined ? last : at - 1;
    return to < 0 ? undefined : { at: to, text: sent[to] ?? '' };
  }
  if (at === undefined) return undefined;
  return at >= last ? { at: undefined, text: '' } : { at: at + 1, text: sent[at + 1] ?? '' };
};
