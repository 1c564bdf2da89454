/** Words shared by the rules that change a file. */
export const article = '(?:a |an |the |one |another |one more |some )?';
export const fresh = '(?:brand[- ]new |new |extra |additional |further |final |closing |last |empty |blank |more )*';
export const add =
  '(?:(?:add|adding|append|insert|create|make|put|include|attach|pop|tack|stick|place|open|start|write|needs?|get|have|give it|give me|give|set up|introduce)(?: in| on| me)? )?';
export const addHe =
  '(?:(?:הוסף|הוסיפי|הוסיפו|תוסיף|תוסיפי|תוסיפו|להוסיף|צור|צרי|תיצור|תיצרי|ליצור|הכנס|תכניס|תכניסי|להכניס|פתח|תפתח|תפתחי|לפתוח|שים|תשים|תשימי|לשים|עשה|תעשה|תן|הכן|תכין|להכין|בנה|תבנה|דרושה?|נדרשת?)(?: לי| לנו| שם| גם)? )?';

export const pattern = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'iu');

export const number = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toFixed(6))) : value === null ? '–' : String(value);

/** What a column of a few words knows, and more behind it: "Finished last year" of Finished. */
export const addsWords = (said: string, known: readonly string[]): boolean => {
  const words = new Set(known.map((each) => each.trim().toLowerCase()));
  return (
    words.size <= mostKnown &&
    [...words].some((each) => each !== '' && said.trim().toLowerCase().startsWith(`${each} `))
  );
};
const mostKnown = 12;
