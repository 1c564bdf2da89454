/** Today's date where the project happens, which need not be where the screen is. */
export const todayIn = (timeZone: string, now = new Date()): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  } catch {
    // A zone this browser does not know.
    return now.toISOString().slice(0, 10);
  }
};
