/** The day so many days after another one, as 2026-11-18. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const near: readonly (readonly [RegExp, number])[] = [
  [/(?<![\p{L}])(?:the day after tomorrow|מחרתיים)(?![\p{L}])/giu, 2],
  [/(?<![\p{L}])(?:the day before yesterday|שלשום)(?![\p{L}])/giu, -2],
  [
    /(?<![\p{L}])(?:(?:later |earlier )?today|tonight|this (?:morning|afternoon|evening)|היום|הבוקר|הערב)(?![\p{L}])/giu,
    0,
  ],
  [/(?<![\p{L}])(?:tomorrow|מחר)(?![\p{L}])/giu, 1],
  [/(?<![\p{L}])(?:yesterday|אתמול)(?![\p{L}])/giu, -1],
];

/** "Today" and its neighbours as the days they are. */
export const withDays = (words: string, today: string, write: (day: string) => string = (day) => day): string =>
  near.reduce((text, [said, count]) => text.replace(said, write(dayAfter(today, count))), words);
