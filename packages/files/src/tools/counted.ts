/** `1 block`, `3 blocks`: summaries are read by people. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
