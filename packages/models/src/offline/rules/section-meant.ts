import { asList, asObject, call, OfflineRefusal, type Plan, type Sub } from '../plan.ts';
import { isSmallWord } from '../reading/lexicon.ts';
import { formsOf } from '../reading/marks.ts';
import type { Asked } from '../rule.ts';
import { readOutSection } from './read-out.ts';

type Found = { readonly path: string; readonly heading: string; readonly left: readonly string[] };

/**
 * What no table answers may stand in a document: a section whose heading is said is read out word for word where
 * nothing else was said, and offered where something was.
 */
export function* answerFromSection(asked: Asked, refusal: OfflineRefusal): Plan {
  const found = yield* sectionsSaid(asked);
  const [only, other] = found;
  if (!only) throw refusal;
  if (!other && only.left.length === 0 && asks.test(asked.original.trim()))
    return yield* readOutSection(asked, only.path, only.heading);
  const ways = found
    .slice(0, 2)
    .map(({ path, heading }) =>
      asked.say(`What does ${path} say about "${heading}"?`, `מה כתוב בקובץ ${path} על "${heading}"?`),
    );
  throw new OfflineRefusal(refusal.sentence, [...ways, ...(refusal.suggestions ?? [])], refusal.about);
}

const asks =
  /^(?:what|when|where|who|how|which|tell|show|read|is|are|was|were|do|does|did|מה|מתי|איפה|היכן|מי|איך|האם|כמה)(?![\p{L}])/iu;
/** What a document does with a matter: it asks for nothing more than what stands there. */
const telling =
  /^(?:decided?|agreed?|said|written|planned|discussed|stated?|noted|settled|mentioned|rules?|minutes|הוחלט|סוכם|נאמר|נקבע|כתוב|תוכנן|נדון|בנושא|לגבי)$/iu;
const isBeing = /^(?:is|are|was|were)$/iu;
const mostDocuments = 4;

function* sectionsSaid({ files, source, rest }: Asked): Sub<readonly Found[]> {
  const documents = files.filter(
    ({ path, kind, is_opaque }) => kind === 'docx' && !is_opaque && (source === undefined || source.path === path),
  );
  if (documents.length > mostDocuments) return [];
  const words = rest.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const found: Found[] = [];
  for (const { path } of documents) {
    const { sections } = yield* call('get_file_map', { path, part: null, detail: 'compact' });
    for (const each of asList(sections)) {
      const { heading } = asObject(each);
      if (typeof heading !== 'string') continue;
      const named = heading.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      const forms = named.map((word) => new Set(formsOf(word)));
      if (named.length === 0 || !forms.every((form) => words.some((word) => form.has(word)))) continue;
      const left = words.filter(
        (word) =>
          !forms.some((form) => form.has(word)) && !isSmallWord(word) && !isBeing.test(word) && !telling.test(word),
      );
      found.push({ path, heading, left });
    }
  }
  return found;
}
