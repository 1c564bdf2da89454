type Seen = {
  readonly draftId: string | undefined;
  readonly channel: string;
  /** The last turn that came back with questions. */
  readonly asked: string | undefined;
};

/**
 * Which panel comes forward by itself. Pending changes: on load, and with the first revision of a draft; questions: when
 * they are the channel or were just asked. Nothing else ever moves what a person looks at.
 */
export const panelToOpen = (before: Seen | undefined, now: Seen, isChosen: boolean): string | undefined => {
  if (before === undefined) {
    if (isChosen) return undefined;
    if (now.draftId !== undefined) return 'draft';
    return now.channel === 'questions' ? 'questions' : undefined;
  }
  if (now.draftId !== undefined && now.draftId !== before.draftId) return 'draft';
  if (now.channel === 'questions' && before.channel !== 'questions') return 'questions';
  return now.asked !== undefined && now.asked !== before.asked ? 'questions' : undefined;
};
