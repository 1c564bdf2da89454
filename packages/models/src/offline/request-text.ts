import { type ListedFile, refuse } from './plan.ts';

export type Language = 'en' | 'he';

/**
 * A request with everything that is a name taken out: `@src` is a file of the folder, `@out` one to be made, `@q0` a
 * quoted text. What is left must match a rule from its first word to its last.
 */
export type RequestText = {
  readonly language: Language;
  readonly words: string;
  readonly quoted: readonly string[];
  readonly source: ListedFile | undefined;
  readonly target: string | undefined;
  readonly sheet: string | undefined;
};

export const languageOf = (request: string): Language =>
  /\p{Script=Hebrew}/u.test(request.replace(/["'“”„״][^"'“”„״]*["'“”„״]/gu, '').replace(fileName, '')) ? 'he' : 'en';

const fileName = /[\p{L}\p{N}_][\p{L}\p{N}_().-]*\.(?:csv|tsv|xlsx|docx|pptx|md|txt|pdf|json)(?![\p{L}\p{N}])/giu;

export const readRequest = (request: string, files: readonly ListedFile[]): RequestText => {
  const language = languageOf(request);
  const quoted: string[] = [];
  if (/(?:^|[\s=(,:])(?:""|“”|''|‘’)(?=$|[\s).,:!?])/u.test(request)) {
    refuse(
      'An empty text in quotes says nothing to put there. Give the text, or do it by hand.',
      'טקסט ריק במירכאות אינו אומר מה לשים שם. כתבו את הטקסט, או עשו זאת ידנית.',
    );
  }
  let words = request
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[“”„״]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/"([^"]+)"|(?<=^|[\s(,:-])'([^']+)'(?=$|[\s).,:!?])/gu, (_all, double?: string, single?: string) => {
      quoted.push(double ?? single ?? '');
      return `@q${quoted.length - 1}`;
    })
    .replace(/\s+/g, ' ')
    .trim();

  const named: ListedFile[] = [];
  // Longest first, so that one name inside another is not taken for it.
  for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}_.-])([בלמ]-?)?${literal(file.path)}(?![\\p{L}\\p{N}])`, 'giu');
    words = words.replace(found, (_all, prefix = '') => {
      if (!named.includes(file)) named.push(file);
      return `${prefix}@src`;
    });
  }
  const made: string[] = [];
  words = words.replace(fileName, (name) => {
    made.push(name);
    return '@out';
  });
  if (named.length > 1 || made.length > 1) {
    refuse(
      'One file at a time: name the file to work on and, when something is saved, one new file.',
      'קובץ אחד בכל פעם: ציינו את הקובץ לעבודה, וכששומרים משהו, קובץ חדש אחד.',
    );
  }
  const sheet = take(words, [
    new RegExp(`,?\\s(?:in|from|on|of)\\s(?:the\\s)?sheet\\s(${name})`, 'iu'),
    new RegExp(`,\\s?sheet\\s(${name})`, 'iu'),
    new RegExp(`,?\\s[במ]גיליון\\s(${name})`, 'u'),
  ]);
  words = sheet.words;
  const save = take(words, [
    /,?\s(?:and\s)?(?:then\s)?(?:save|write|store|put)(?:\s(?:it|them|this|that|the results?|the rows))?\s(?:as|to|in|into|under)\s(@out)/iu,
    /,?\sו?(?:שמור|שמרי|שמרו)(?:\s(?:אותו|אותה|אותם|את התוצאה))?\s(?:בשם\s|כ-?|ב-?|ל-?)(@out)/u,
    /\s(?:called|named)\s(@out)/iu,
  ]);
  return {
    language,
    words: polite(save.words),
    quoted,
    source: named[0],
    target: made[0],
    sheet: sheet.found === undefined ? undefined : unquote(sheet.found, quoted),
  };
};

const name = '@q\\d+|[^\\s,]+';

const take = (words: string, patterns: readonly RegExp[]): { readonly words: string; readonly found?: string } => {
  for (const pattern of patterns) {
    const match = pattern.exec(words);
    if (match?.[1]) return { words: words.replace(pattern, ''), found: match[1] };
  }
  return { words };
};

const polite = (words: string): string =>
  words
    .replace(
      /^(?:please|kindly|(?:can|could|would) you(?: please)?|i (?:want|need) you to|בבקשה|אנא|תוכלו?|תוכלי)[,\s]+/iu,
      '',
    )
    .replace(/[,\s]+(?:please|for me|thanks|thank you|בבקשה|תודה)(?=[.!?]*$)/iu, '')
    .replace(/[\s.!?,]+$/u, '')
    .trim();

export const unquote = (text: string, quoted: readonly string[]): string => {
  const at = /^@q(\d+)$/.exec(text.trim())?.[1];
  return at === undefined ? text.trim() : (quoted[Number(at)] ?? '');
};

export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
