/**
 * "Make me a separate file with just the November donations": the rows that are asked for, saved under a name made of
 * the words. What comes out is a request that says the name.
 */
export const withFileNamed = (request: string, taken: readonly string[]): string | undefined => {
  const plain = request.trim().replace(/[\s.!]+$/u, '');
  for (const way of ways) {
    const found = way.exec(plain)?.groups;
    if (found?.what === undefined) continue;
    const what = withoutPurpose(found.what);
    const isBook = /excel|xlsx|spreadsheet|אקסל/iu.test(found.kind ?? '');
    const name = nameFor(what, taken, isBook ? 'xlsx' : 'csv');
    return /\p{Script=Hebrew}/u.test(plain)
      ? `הצג את ${what} ושמור בשם ${name}`
      : `show the ${what} and save as ${name}`;
  }
  return undefined;
};

const ways: readonly RegExp[] = [
  /^(?:(?:please|can you|could you|pls)[\s,]+)*(?:make|create|do|give|prepare|build|export|get)(?: me| us)? (?:an? |another )?(?:(?:new|separate|extra|own|little|fresh) )*(?<kind>csv(?: file)?|excel(?: file| sheet)?|xlsx|spreadsheet|file) (?:of|with|for|containing|listing) (?:just |only |all )*(?:the )?(?<what>.+)$/iu,
  /^(?:בבקשה )?(?:תכין|תכיני|הכן|הכיני|תעשה|תעשי|צור|צרי|תוציא|תוציאי)(?: לי| לנו)? קובץ (?<kind>אקסל |csv )?(?:(?:נפרד|חדש) )?(?:עם|של) (?:רק )?(?:את )?(?:כל )?(?<what>.+)$/u,
];

/** Who it is for does not narrow it. */
const withoutPurpose = (what: string): string =>
  what
    .replace(/,? (?:so (?:that )?(?:i|we|he|she|they) |for (?:him|her|them|us|me)(?![\p{L}]))[^,]*$/iu, '')
    .replace(/, (?:their|his|her|our|my|the) \p{L}+ (?:wants?|needs?|asked) [^,\d]*$/iu, '');

const nameFor = (what: string, taken: readonly string[], extension: string): string => {
  const words = what.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stem = words
    .filter((word) => !/^(?:the|of|and|with|just|only|for|in|from|to|a|an)$/u.test(word))
    .slice(0, 3)
    .join('-');
  const names = [`${stem}.${extension}`, ...Array.from({ length: 9 }, (_, at) => `${stem}-${at + 2}.${extension}`)];
  return names.find((name) => !taken.some((each) => each.toLowerCase() === name)) ?? `${stem}-10.${extension}`;
};

const saving =
  /^(?:(?:ok|okay|now|and|please|can you|could you)[\s,]+)*(?:put|save|export|copy|write) (?:that|this|it|those|these|them|that list|the list|this list)(?: list)? (?:in|as|to|into) (?:an? )?(?:(?:new|separate|extra|own) )+(?<kind>csv(?: file)?|excel(?: file| sheet)?|spreadsheet|file)(?:,? (?:for|so) [^\d]*)?$/iu;
const savingHe =
  /^(?:ו?)(?:תשמור|תשמרי|שמור|שמרי|לשמור|תשימי?|תוציאי?)(?: לי| לנו)? (?:את זה|אותם|אותן|את הרשימה)(?: לי)? בקובץ (?<kind>אקסל )?(?:נפרד|חדש)$/u;

/** "Save that as a new file": the rows of the request before. */
export const savedInNewFile = (text: string, before: string): string | undefined => {
  const plain = text.trim().replace(/[\s.!]+$/u, '');
  const found = saving.exec(plain) ?? savingHe.exec(plain);
  if (!found) return undefined;
  const whole = before.replace(/[\s.!?]+$/u, '');
  const extension = /excel|spreadsheet|אקסל/iu.test(found.groups?.kind ?? '') ? 'xlsx' : 'csv';
  return /\p{Script=Hebrew}/u.test(plain)
    ? `${whole} ושמור בשם רשימה-חדשה.${extension}`
    : `${whole} and save as new-list.${extension}`;
};
