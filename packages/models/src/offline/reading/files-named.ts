import { type ListedFile, refuse } from '../plan.ts';
import { rowForms } from './marks.ts';
import { literal } from './quotes.ts';

/** A request with its files taken out: `@src` is a file of the folder, `@out` one that is not there. */
export type FilesNamed = {
  readonly words: string;
  readonly source: ListedFile | undefined;
  readonly unknown: string | undefined;
};

export const fileName =
  /[\p{L}\p{N}_][\p{L}\p{N}_().-]*\.(?:csv|tsv|xlsx|docx|pptx|md|txt|pdf|json)(?![\p{L}\p{N}])/giu;

export const takeFiles = (request: string, files: readonly ListedFile[]): FilesNamed => {
  const named = new Set<ListedFile>();
  let words = request;
  // Longest first, so that one name inside another is not taken for it.
  for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}_.-])([ובלמהכש]{1,2}-?)?${literal(file.path)}(?![\\p{L}\\p{N}])`, 'giu');
    words = words.replace(found, (_all, prefix = '') => {
      named.add(file);
      return `${prefix}@src`;
    });
  }
  const unknown = new Set<string>();
  // A new name may be of several words, where nothing in it is a word of the sentence.
  words = words.replace(spacedName, (all, head: string, name: string) => {
    if (name.split(/\s+/).some((word) => notInNames.test(word))) return all;
    unknown.add(name);
    return `${head}@out`;
  });
  words = words.replace(fileName, (found) => {
    // A Hebrew small word joined by a hyphen is not part of the name.
    const [, prefix = '', name = found] = /^([ובלמהכש]{1,2}-)(.+)$/u.exec(found) ?? [];
    unknown.add(name);
    return `${prefix}@out`;
  });
  if (named.size > 1 || unknown.size > 1) {
    refuse(
      'One file at a time: name the file to work on and, when something is saved, one new file.',
      'קובץ אחד בכל פעם: ציינו את הקובץ לעבודה, וכששומרים משהו, קובץ חדש אחד.',
    );
  }
  const [source] = named;
  const [other] = unknown;
  if (source) return { words, source, unknown: other };
  const meant = byStem(words, files) ?? byKind(words, files);
  return { words: meant?.words ?? words, source: meant?.source, unknown: other };
};

const spacedName =
  /(?<=(?:^|\s)(?:save|store|export|write|put|שמור|שמרי|תשמור|תשמרי)(?=\s)[^.]*\s)((?:as|called|named|בשם) )((?:[\p{L}\p{N}_()-]+ ){1,4}[\p{L}\p{N}_()-]+\.(?:csv|tsv|xlsx))(?![\p{L}\p{N}])/giu;
const notInNames =
  /^(?:an?|the|new|file|files|called|named|as|csv|excel|workbook|copy|and|in|to|of|sheet|it|one|קובץ|חדש|בשם|גיליון)$/iu;

const nouns =
  'csv file|csv|file|table|spreadsheet|workbook|excel file|document|doc|word file|presentation|deck|slides|template|sheet|list|register|paper|form|page';
const owner = 'the|my|our|this|that';

type Meant = { readonly words: string; readonly source: ListedFile };

/** "The sales file", "the letter": a name without its ending, when it can only mean one file. */
const byStem = (words: string, files: readonly ListedFile[]): Meant | undefined => {
  const found = files.flatMap((file) => {
    const stem = literal(file.path.replace(/\.[^.]+$/, ''));
    const said = [
      `(?<![\\p{L}\\p{N}@])(?:(?:${owner}) )${stem}(?: (?:${nouns}))?(?![\\p{L}\\p{N}])`,
      `(?<![\\p{L}\\p{N}@])${stem} (?:${nouns})(?![\\p{L}\\p{N}])`,
      `^${stem}(?=\\s?[:,])`,
      `(?<![\\p{L}\\p{N}])([ובלמהכש]{0,2})(?:קובץ|טבלת|גיליון|רשימת) ה?${stem}(?![\\p{L}\\p{N}])`,
      // A file with an English name is spoken of in Hebrew by what it holds.
      ...translated(file.path).flatMap((name) => [
        `(?<![\\p{L}\\p{N}])([ובלמהכש]{0,2})(?:קובץ|טבלת|רשימת) ה?${name}(?![\\p{L}\\p{N}])`,
        `(?<![\\p{L}\\p{N}])([בלמ])ה?${name}(?![\\p{L}\\p{N}])`,
      ]),
      // A document is spoken of by its name alone, as the place where something stands.
      ...(['docx', 'pptx', 'text', 'pdf'].includes(file.kind)
        ? [`(?<![\\p{L}\\p{N}])([בלמה]|מה)${stem}(?![\\p{L}\\p{N}])`]
        : []),
    ];
    const pattern = said.map((source) => new RegExp(source, 'iu')).find((each) => each.test(words));
    return pattern ? [{ words: words.replace(pattern, (_all, prefix) => `${text(prefix)}@src`), source: file }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
};

const translated = (path: string): readonly string[] =>
  rowForms(path.replace(/\.[^.]+$/, '')).filter((form) => /^\p{Script=Hebrew}{4,}$/u.test(form));

const kindNouns: readonly (readonly [string, string, string])[] = [
  ['pptx', 'presentation|deck|slide deck|slideshow|powerpoint|slides', 'מצגת'],
  ['docx', 'word document|word file|document|doc|letter', 'מסמך|מכתב'],
  ['xlsx', 'workbook|spreadsheet|excel file|excel workbook', 'חוברת|אקסל'],
  ['table', 'csv|csv file', 'טבלה'],
];

/** "The deck": a kind of file, when the folder holds one of it. */
const byKind = (words: string, files: readonly ListedFile[]): Meant | undefined => {
  for (const [kind, english, hebrew] of kindNouns) {
    const [only, other] = files.filter((file) => file.kind === kind);
    if (!only || other) continue;
    // "The boarding letter" of "Boarding terms.docx": words of its name may stand beside what it is.
    const own = only.path
      .replace(/\.[^.]+$/, '')
      .split(/[\s_-]+/u)
      .map(literal)
      .join('|');
    const said = [
      `(?<![\\p{L}\\p{N}@])(?:${owner}) (?:(?:${own}) )*(?:${english})(?![\\p{L}\\p{N}])`,
      `(?<![\\p{L}\\p{N}])((?:[ובלמכש]{0,2}ה|[בל])?)(?:${hebrew})(?: (?:${own}))+(?![\\p{L}\\p{N}])`,
      `(?<![\\p{L}\\p{N}@])(?:${owner}) (?:${english})(?![\\p{L}\\p{N}])`,
      `^(?:${english})(?=\\s?[:,])`,
      `(?<![\\p{L}\\p{N}])((?:[ובלמכש]{0,2}ה|[בל]))(?:${hebrew})(?![\\p{L}\\p{N}])`,
    ];
    const pattern = said.map((source) => new RegExp(source, 'iu')).find((each) => each.test(words));
    if (pattern) return { words: words.replace(pattern, (_all, prefix) => `${text(prefix)}@src`), source: only };
  }
  return undefined;
};

const text = (prefix: unknown): string => (typeof prefix === 'string' ? prefix : '');

const noun = `(?:${nouns}|report|letter|notes|text file|data|powerpoint|slide deck)`;
const english = new RegExp(
  `(?:^|[\\s,:;–-]+)(?:(?:(?:right )?at the (?:very )?(?:end|bottom|back) of|(?:on|onto|to|in) the (?:very )?(?:end|bottom|back) of|in|on|to|of|from|for|into|inside|within|throughout|across|over|using|out of|looking at|based on|according to|as per|going by|judging by|with|as) )?(?:all (?:of )?)?(?:(?:the|my|our|this|that) )?(?:whole |entire )?(?:${noun} )?@src(?:'s)?(?: ${noun}(?![\\p{L}]))?`,
  'iu',
);
const hebrewNoun = '(?:קובץ|טבלה|טבלת|מסמך|מצגת|חוברת|תבנית|מכתב|דוח|גיליון)';
const hebrew = new RegExp(
  `(?:^|[\\s,:;–-]+)(?:(?:ב?סוף|ל?סוף|את|של|מתוך|בתוך|על|עבור|לפי) )?(?:ב?כל )?(?:[ובלמהכש]{0,3}-?${hebrewNoun} )?[ובלמהכש]{0,3}-?@src(?![\\p{L}])`,
  'iu',
);
const itself =
  /(?:^|\s)(?:in|to|of|from|on|into|at the (?:end|bottom) of) (?:it|there|(?:that|this|the) file)(?![\p{L}])/iu;

/** Where the file is said matters to nobody: what is asked of it is what is left. */
export const withoutFile = (words: string): string => {
  let rest = words;
  while (/@src/.test(rest)) {
    const next =
      [english, hebrew].map((each) => rest.replace(each, ' ')).toSorted((a, b) => a.length - b.length)[0] ?? rest;
    if (next === rest) break;
    rest = next;
  }
  return rest
    .replace(itself, ' ')
    .replace(/\s+([,:;?!.])/g, '$1')
    .replace(/([,:;])(?:\s*[,:;])+/g, '$1')
    .replace(/^[\s,:;–-]+|[\s,:;–-]+$/g, '')
    .replace(/\s+/g, ' ');
};
