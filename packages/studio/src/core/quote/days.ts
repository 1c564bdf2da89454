const day = 86_400_000;

/** A calendar day so many days later; days have no time zone. */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * day).toISOString().slice(0, 10);
