export type DraftReminder = 'open_long' | 'left_alone';

const day = 24 * 60 * 60 * 1000;

/** What is asked about a Draft that has been open for long: after a day a reminder, after a week without a touch a decision. */
export const draftReminder = (
  { createdAt, touchedAt }: { readonly createdAt: string; readonly touchedAt: string },
  now: number,
): DraftReminder | undefined => {
  if (now - Date.parse(touchedAt) >= 7 * day) return 'left_alone';
  return now - Date.parse(createdAt) >= day ? 'open_long' : undefined;
};
