type Taken = { readonly words: string; readonly found?: string };

const take = (words: string, patterns: readonly RegExp[]): Taken => {
  for (const pattern of patterns) {
    const match = pattern.exec(words);
    const found = match?.slice(1).find((each) => each !== undefined);
    if (found !== undefined) return { words: words.replace(pattern, ' ').replace(/\s+/g, ' ').trim(), found };
  }
  return { words };
};

const kind = '(?:(?:csv|excel|xlsx|word|docx) )?';
const fileNoun = '(?:file|document|workbook|spreadsheet|copy|letter|table|version)';
const savePatterns: readonly RegExp[] = [
  new RegExp(
    `[,;]?(?:\\s-)?\\s?(?:(?:and|then|please|could you|also)\\s)*(?:save|saving|saved|write|store|put|export|output|keep|place|dump)(?:\\s(?:it|them|this|that|those|everything|the (?:results?|rows|output|filled\\s\\S+|new\\s\\S+|copy|${fileNoun})))?(?:\\s(?:out|up))?\\s(?:as|to|in|into|under|onto)(?:\\s(?:an?|the))?(?:\\s(?:new|separate))?\\s?${kind}(?:${fileNoun})?,?(?:\\s(?:called|named|with the name|under the name))?\\s?(@out)`,
    'iu',
  ),
  new RegExp(
    `[,;]?\\s(?:as|to|in|into)\\s(?:an?\\s|the\\s)?(?:new\\s|separate\\s)?${kind}(?:${fileNoun})?,?(?:\\s(?:called|named))?\\s?(@out)`,
    'iu',
  ),
  /[,;]?\s(?:(?:and )?(?:call|name) (?:it|them|the (?:file|result|copy))|under the name|called|named|as|to|into|→|->)\s(@out)/iu,
  /[,;]?(?:\s-)?\s(?:ו?(?:תשמור|תשמרי|לשמור|שמור|שמרי|שמרו|שים|תשים|כתוב|תכתוב|ייצא|תייצא)(?:\s(?:אותו|אותה|אותם|אותן|את זה|את התוצאה|את התוצאות|את הקובץ|את השורות|הכל|הכול))?\s)(?:[בלכ]?-?(?:קובץ|מסמך)?(?:\s?(?:csv|אקסל|word|וורד))?(?:\sחדש)?\s?)(?:בשם\s|ששמו\s|שנקרא\s|ב-?|כ-?|ל-?)?(@out)/u,
  /[,;]?\s(?:ל|ב|כ)-?(?:קובץ|מסמך)(?:\s(?:csv|אקסל))?(?:\sחדש)?(?:\s(?:בשם|ששמו|שנקרא))?\s(@out)/u,
  /[,;]?\s(?:ו?תקרא לו\s|ו?קרא לו\s|ו?תקראי לו\s|בשם\s|כ-?|ל-?)(@out)/u,
];

/** "… and save as big.csv": the name of a new file, wherever it is said. */
export const takeSave = (words: string): { readonly words: string; readonly isSaved: boolean } => {
  const save = take(words, savePatterns);
  return { words: save.words, isSaved: save.found !== undefined };
};

const name = '@q\\d+|[\\p{L}\\p{N}_&-]+';
const article = '(?:the |our |my )?';
const sheet = '(?:sheet|tab|worksheet)';
const noName =
  '(?!(?:new|empty|blank|another|extra|the|this|each|every|which|what|first|one|more|its|all|a|an|called|named|add|and|with|single|separate|second|last|other|excel|to|in|on|for|of|from)\\s)';
const hebrewSheet = '(?:גיליון|גליון|לשונית)';

const madeHere =
  /(?<![\p{L}])(?:add|create|insert|append|make|open|put|need|want|have|set up)(?: in| me)? (?:an?|one|another)(?: [^\s,.]+){0,3} (?:sheet|tab|worksheet)(?![\p{L}])|(?<![\p{L}])(?:new|another|one more|extra|an? (?:empty|blank|separate|additional|further|second))(?: \p{L}+)? (?:sheet|tab|worksheet)(?![\p{L}])|(?:גיליון|גליון|לשונית) (?:חדש|נוסף|ריק|בשם)|(?:הוסף|הוסיפי|תוסיף|תוסיפי|להוסיף|צור|תיצור|ליצור|פתח|תפתח|לפתוח)[\s\S]*(?:גיליון|גליון|לשונית)/iu;

/** The sheet that is meant. Where a sheet is to be made, only one that is taken *from* is meant. */
export const takeSheet = (words: string): Taken => {
  const isMade = madeHere.test(words);
  return take(
    words,
    isMade
      ? [
          new RegExp(`,?\\sfrom ${article}${sheet} (${name})`, 'iu'),
          new RegExp(`,?\\sfrom ${article}${noName}(${name}) ${sheet}(?![\\p{L}])`, 'iu'),
          new RegExp(`,?\\sמה?${hebrewSheet} (${name})`, 'u'),
        ]
      : [
          // Several words before "of" the file are one name.
          new RegExp(
            `[,:]?(?:^|\\s)(?:(?:in|on|from|of|for|to) )?${article}${sheet} ([\\p{L}\\p{N}_&'-]+(?: [\\p{L}\\p{N}_&'-]+){1,4})(?= of @src)`,
            'iu',
          ),
          new RegExp(
            `[,:]?(?:^|\\s)(?:(?:in|on|from|of|for|to) )?${article}${noName}(${name}) ${sheet}(?![\\p{L}])(?: (?=[,:]))?`,
            'iu',
          ),
          new RegExp(
            `[,:]?(?:^|\\s)(?:(?:in|on|from|of|for|to) )?${article}${sheet} (?:called |named )?(?!of |in |from |to |as )(${name})`,
            'iu',
          ),
          new RegExp(`[,:]?(?:^|\\s)[ובלמה]{0,2}-?${hebrewSheet} (?:ה-?|בשם )?(${name})`, 'u'),
        ],
  );
};

/** Where something new goes: after or before a part that is there, or at the beginning. */
export type Place = { readonly side: 'after' | 'before' | 'start'; readonly near?: string };

const part = '(?:slide|section|heading|chapter|part)';
const partHe = '(?:שקופית|שקף|סעיף|פרק)';
const close = '(?:right |directly |just |immediately |straight )?';
const near = "@q\\d+|\\d+|[\\p{L}\\p{N}][\\p{L}\\p{N}' ]*?";
const stop = '(?=[,;.]|$| with| titled| called| named| saying| that| and| עם| בשם)';
const placed: readonly (readonly [RegExp, Place['side'] | undefined])[] = [
  [
    new RegExp(
      `,?\\s?(?:and )?(?:(?:put|place|insert) it |placed |to go |it goes )?${close}(?<side>after|before|following|ahead of) (?:the )?${part}(?: (?:number|no\\.?|called|titled|named))? (?<near>${near})${stop}`,
      'iu',
    ),
    undefined,
  ],
  [
    new RegExp(
      `,?\\s?(?:and )?(?:(?:put|place|insert) it |placed |to go |it goes )?${close}(?<side>after|before|following|ahead of) (?:the )?(?<near>${near}) ${part}(?![\\p{L}])`,
      'iu',
    ),
    undefined,
  ],
  [
    new RegExp(`,?\\s?(?:מיד )?(?<side>אחרי|לאחר|לפני) ה?${partHe}(?: מספר| של| בשם)? (?<near>${near})${stop}`, 'iu'),
    undefined,
  ],
  [
    /,?\s?(?:as the (?:very )?first (?:slide|section|one)|(?:right )?at the (?:very )?(?:start|beginning|front|top)(?: of)?|בתחילת|בהתחלה|בראש)(?![\p{L}])/iu,
    'start',
  ],
];

export const takePlace = (words: string): { readonly words: string; readonly place?: Place } => {
  for (const [pattern, fixed] of placed) {
    const found = pattern.exec(words);
    if (!found) continue;
    const rest = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
      .replace(/\s+/g, ' ')
      .trim();
    if (fixed) return { words: rest, place: { side: fixed } };
    const side = /^(?:before|ahead|לפני)/iu.test(found.groups?.side ?? '') ? 'before' : 'after';
    return { words: rest, place: { side, near: found.groups?.near?.trim() ?? '' } };
  }
  return { words };
};
