/** Verbs that begin a wish of their own. A second wish must begin with one, or "and" joins two names. */
export const verbs =
  'add|append|insert|create|rename|delete|remove|drop|round|sort|replace|change|convert|set|total|sum|sum up|count|average|show|list';
export const verbsHe =
  'הוסף|הוסיפי|תוסיף|תוסיפי|להוסיף|סכם|סכמי|תסכם|תסכמי|לסכם|מיין|תמיין|תמייני|למיין|החלף|תחליף|המר|תמיר|מחק|תמחק|עגל|תעגל|ספור|תספור|הצג|תציג|תראה|שנה|תשנה';
const joint = new RegExp(
  `(?:[,;.]?\\s+(?:and then|then|and also|and|ואז|ולאחר מכן|ואחר כך)|[;.])\\s+(?=(?:${verbs}|${verbsHe})(?![\\p{L}]))|[,;.]?\\s+ו(?=(?:${verbsHe})(?![\\p{L}]))`,
  'iu',
);
const begins = new RegExp(`^(?:please |בבקשה )?(?:${verbs}|${verbsHe})(?![\\p{L}])`, 'iu');

/** What stands between the parts of a plan's item. */
export const THEN = { en: '; then ', he: '; ואז ' } as const;

/** The wishes of a request one after another; a request that is one wish comes back as it is. */
export const partsOf = (request: string): readonly string[] => {
  const quotes: string[] = [];
  const bare = request.trim().replace(/"[^"]*"/g, (all) => `«${quotes.push(all) - 1}»`);
  const parts: string[] = [];
  let rest = bare;
  for (;;) {
    const found = joint.exec(rest);
    if (!found || !begins.test(rest.slice(0, found.index).trim())) break;
    parts.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
  }
  parts.push(rest);
  const whole = (part: string) => part.replace(/«(\d+)»/g, (_all, at) => quotes[Number(at)] ?? '').trim();
  return parts.map(whole).filter((part) => part !== '');
};

const pronoun =
  /(?<![\p{L}])(?:it|them|that(?: column)?|this column|the new column|the column|its total|אותה|אותו|אותם|את זה|העמודה החדשה|העמודה)(?![\p{L}])/iu;

/** "Add a column VAT … and total it": the second part speaks of what the first one made, in the file of the first. */
export const completed = (part: string, before: { readonly path: string; readonly column?: string }): string => {
  const isHebrew = /\p{Script=Hebrew}/u.test(part.replace(/"[^"]*"/g, ''));
  const name = before.column === undefined ? undefined : `"${before.column}"`;
  const said = name === undefined ? part : part.replace(pronoun, name);
  const isNamed = /[\p{L}\p{N}_]\.(?:csv|tsv|xlsx|docx|pptx|md|txt|pdf)(?![\p{L}\p{N}])/iu.test(said);
  const plain = said.replace(/[\s.!?]+$/u, '');
  return isNamed ? plain : `${plain} ${isHebrew ? `בקובץ ${before.path}` : `in ${before.path}`}`;
};
