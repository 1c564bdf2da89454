import type { ListedFile } from './plan.ts';
import { plainly, splitClauses } from './reading/clauses.ts';
import { fileName, takeFiles, withoutFile } from './reading/files-named.ts';
import { takeSave, takeSheet } from './reading/places.ts';
import { takeQuotes, unquote } from './reading/quotes.ts';

export type Language = 'en' | 'he';

/**
 * A request with everything that is a name taken out: `@src` is a file of the folder, `@out` one that is not there,
 * `@q0` a quoted text.
 */
export type RequestText = {
  readonly language: Language;
  /** As it was written. */
  readonly original: string;
  /** What is asked, with its file. */
  readonly words: string;
  /** The same without the file: what is to be done. */
  readonly rest: string;
  /** Reasons and remarks beside what is asked. */
  readonly asides: readonly string[];
  readonly quoted: readonly string[];
  readonly source: ListedFile | undefined;
  readonly target: string | undefined;
  /** A file that is named, is not there and is not the one to be made. */
  readonly missing: string | undefined;
  readonly sheet: string | undefined;
};

export const languageOf = (request: string): Language =>
  /\p{Script=Hebrew}/u.test(request.replace(/["'“”„״][^"'“”„״]*["'“”„״]/gu, '').replace(fileName, '')) ? 'he' : 'en';

export const readRequest = (request: string, files: readonly ListedFile[]): RequestText => {
  const { words: unquotedWords, quoted } = takeQuotes(request);
  const named = takeFiles(unquotedWords, files);
  const save = takeSave(named.words);
  const { words, asides } = splitClauses(save.words);
  const sheet = named.source?.kind === 'xlsx' ? takeSheet(words) : { words };
  const target = save.isSaved ? named.unknown : undefined;
  return {
    language: languageOf(request),
    original: request,
    words: sheet.words,
    rest: plainly(withoutFile(sheet.words)),
    asides,
    quoted,
    source: named.source,
    target,
    missing: target === undefined ? named.unknown : undefined,
    sheet: sheet.found === undefined ? undefined : unquote(sheet.found, quoted),
  };
};
