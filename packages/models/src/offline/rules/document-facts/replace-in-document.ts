import { refuse, type Sub } from '../../plan.ts';
import { literal, unquote } from '../../reading/quotes.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../../rule.ts';
import { replaceRule } from '../replace.ts';
import { isFiller, isTurning } from '../tell-row/fillers.ts';
import { writeEdits } from './change-fact.ts';
import { type Block, blocksOf, documentMeant, isLike, wordsOf } from './document-blocks.ts';

const verb = '(?:replace|change|swap|substitute|correct|update|exchange)';
const part = '(?: (?:section|heading|part|paragraph|bit|chapter))?';
const swap = `${verb} (?<from>[^¶]+?) (?:with|to|by|for|into) (?<to>[^¶]+?)`;
const verbHe = '(?:תחליפי?|החליפי?|החלף|להחליף|תשני?|לשנות|תעדכני?)';
/** What is replaced stands under a heading of a document. */
const underHeading: readonly RegExp[] = [
  new RegExp(
    `^(?:please |can you )*(?:under|in|within) (?:the )?(?<head>[^,:]{2,60}?)${part},? (?:please )?${swap}$`,
    'iu',
  ),
  new RegExp(
    `^(?:please |can you )*${swap} (?:under|in|within) (?:the )?(?<head>[^,:]{2,60}?)(?: section| heading| part| paragraph| bit| chapter)$`,
    'iu',
  ),
  new RegExp(
    `^(?:תחת|בסעיף|בחלק|בפרק)(?: של| על)? (?<head>[^,:]{2,60}?),? ${verbHe} (?:את )?(?<from>.+?) [בל]-?(?<to>\\S+(?: \\S+){0,2})$`,
    'u',
  ),
];

/** "Under Decisions, replace 18 January with 25 January", "in the minutes, replace …". */
export const replaceInDocumentRule: OfflineRule = {
  id: 'replace-in-document',
  ways: [],
  readsDays: true,
  read: ({ original }) =>
    new RegExp(`(?<![\\p{L}])(?:${verb}|${verbHe})(?![\\p{L}])`, 'iu').test(original) ? {} : undefined,
  *plan(asked) {
    const plain = asked.original
      .replaceAll('’', "'")
      .trim()
      .replace(/[.!]+$/u, '');
    for (const way of underHeading) {
      const parts = way.exec(plain)?.groups;
      if (parts?.from && parts.to && parts.head) {
        const done = yield* inSection(asked, parts.head, bare(parts.from), bare(parts.to));
        if (done !== undefined) return done;
      }
    }
    const document = asked.source === undefined && asked.quoted.length === 0 ? documentMeant(asked) : undefined;
    const parts =
      document && replaceRule.read({ ...asked, rest: withoutStops(document.words), asides: [], source: document.file });
    if (!document || !parts) throw new NotForThisRule();
    const raw = (name: string) => parts[name];
    const said = (name: string) => (parts[name] === undefined ? undefined : unquote(parts[name], asked.quoted));
    return yield* replaceRule.plan({ ...asked, source: document.file, part: said, raw });
  },
};

const bare = (said: string): string => said.trim().replace(/^["'“”]|["'“”]$/gu, '');
const withoutStops = (words: string): string =>
  words
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[,.\s]+|[,.!\s]+$/gu, '');

/** Every place under the heading that says the words; undefined where no document has such a heading. */
function* inSection(asked: Asked, head: string, from: string, to: string): Sub<string | undefined> {
  const wanted = wordsOf(head).filter((word) => !isFiller(word));
  if (wanted.length === 0 || wordsOf(`${from} ${to}`).some(isTurning)) return undefined;
  const isMeant = ({ heading }: Block) =>
    heading !== '' && wanted.every((word) => wordsOf(heading).some((own) => isLike(word, own)));
  const files = asked.files.filter(
    ({ kind, is_opaque, path }) => kind === 'docx' && !is_opaque && (asked.source?.path ?? path) === path,
  );
  for (const file of files) {
    const blocks = yield* blocksOf(file.path);
    const section = blocks.filter((block) => !block.isHeading && isMeant(block));
    if (section.length === 0) continue;
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${literal(from)}(?![\\p{L}\\p{N}])`, 'gu');
    const edits = section.flatMap((block) =>
      [...block.text.matchAll(found)].map(({ index }) => ({
        block,
        old: { kind: 'text', said: from, at: index },
        value: to,
      })),
    );
    if (edits.length === 0)
      return refuse(
        `"${from}" does not stand under "${section[0]?.heading}" in ${file.path}.`,
        `"${from}" אינו מופיע תחת "${section[0]?.heading}" בקובץ ${file.path}.`,
        undefined,
        file.path,
      );
    return yield* writeEdits(asked, file, blocks, edits);
  }
  return undefined;
}
