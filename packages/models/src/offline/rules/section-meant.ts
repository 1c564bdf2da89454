import { asList, asObject, call, OfflineRefusal, type Plan, type Sub } from '../plan.ts';
import { isSmallWord } from '../reading/lexicon.ts';
import { formsOf } from '../reading/marks.ts';
import { type Asked, stemOf } from '../rule.ts';
import { isLike, wordsOf } from './document-facts/document-blocks.ts';
import { readPaper } from './papers/paper.ts';
import { readOutSection } from './read-out.ts';

type Found = { readonly path: string; readonly heading: string; readonly left: readonly string[] };

/**
 * What no table answers may stand in a document: a section whose heading is said is read out word for word where
 * nothing else was said, and offered where something was.
 */
export function* answerFromSection(asked: Asked, refusal: OfflineRefusal): Plan {
  const found = yield* sectionsSaid(asked);
  const [only, other] = found;
  const sentence = asks.test(asked.original.trim().replace(polite, '')) ? yield* sentencesSaid(asked) : undefined;
  if (sentence !== undefined && !(only && !other && only.left.length === 0)) return sentence;
  const about = only ? undefined : yield* sectionAbout(asked);
  if (about) return yield* readOutSection(asked, about.path, about.heading);
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

const polite = /^(?:(?:hi|hello|hey|ok|so|and|please|היי|שלום|בבקשה)[\s,!]+)+/iu;
const mostSentences = 3;
/** Words that only ask, or say what a document does. */
const asking =
  /^(?:what|whats|which|who|whos|when|whens|where|how|why|much|many|long|often|is|are|was|were|do|does|did|have|has|had|will|can|could|would|should|there|about|say|says|said|tell|us|me|our|we|you|your|i|my|it|its|the|a|an|of|in|on|at|to|for|from|by|with|if|any|get|got|please|according|currently|now|exactly|know|need|want|document|letter|file|again|really|they|them|that|this|be|been|go|goes|going|take|takes|happens?|מה|מי|מתי|איפה|כמה|איך|למה|האם|איזה|איזו|אילו|יש|את|של|על|עם|לגבי|בנוגע|בקשר|לפי|הוא|היא|הם|הן|זה|אנחנו|אני|לנו|שלנו|כתוב|בקובץ|במסמך|עוד|צריך|אפשר)$/iu;

/** A sentence of a document in which every word of the question stands: it is read out, and nothing is made of it. */
function* sentencesSaid({ files, source, rest, say }: Asked): Sub<string | undefined> {
  const documents = files.filter(
    ({ path, kind, is_opaque }) =>
      (kind === 'docx' || kind === 'text') && !is_opaque && (source === undefined || source.path === path),
  );
  if (documents.length === 0 || documents.length > mostDocuments) return undefined;
  const words = (rest.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).filter(
    (word) => !asking.test(word) && !telling.test(word),
  );
  const found: { readonly path: string; readonly heading: string; readonly text: string; readonly own: number }[] = [];
  for (const file of documents) {
    const { path } = file;
    const { blocks } = yield* readPaper(file);
    const named = [...wordsOf(stemOf(path)), ...wordsOf(blocks.find(({ row }) => row === undefined)?.text ?? '')];
    const wanted = words.filter((word) => !named.some((each) => each.length > 3 && isLike(word, each)));
    if (wanted.length === 0) continue;
    for (const block of blocks) {
      if (block.isHeading || block.row || block.text.startsWith('|')) continue;
      const own = spelt(block.text);
      const heading = spelt(block.heading);
      const has = (list: readonly string[], word: string) =>
        list.some((each) => each === word || (!/\d/.test(word) && isLike(word, each)));
      if (!wanted.every((word) => has(own, word) || has(heading, word))) continue;
      found.push({
        path,
        heading: block.heading,
        text: block.text,
        own: wanted.filter((word) => has(own, word)).length,
      });
    }
  }
  const most = Math.max(0, ...found.map(({ own }) => own));
  const best = found.filter(({ own }) => own === most && own > 0);
  // One word alone tells little: it must stand in one place only, and point at nothing that was said before.
  const isOneWord =
    words.length === 1 &&
    (best.length > 1 || /(?<![\p{L}])(?:they|them|it|he|she|those|that|הם|הן|הוא|היא|זה)(?![\p{L}])/iu.test(rest));
  if (best.length === 0 || best.length > mostSentences || isOneWord) return undefined;
  return best
    .map(
      ({ path, heading, text }) =>
        `${say(`${path} says`, `בקובץ ${path} כתוב`)}${heading === '' ? '' : ` (${heading})`}: "${text}"`,
    )
    .join('\n');
}
const spelt = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

const asks =
  /^(?:what|when|where|who|how|which|tell|show|read|is|are|was|were|do|does|did|מה|מתי|איפה|היכן|מי|איך|האם|כמה)(?![\p{L}])/iu;
/** What a document does with a matter: it asks for nothing more than what stands there. */
const telling =
  /^(?:decided?|agreed?|said|written|planned|discussed|stated?|noted|settled|mentioned|rules?|minutes|הוחלט|סוכם|נאמר|נקבע|כתוב|תוכנן|נדון|בנושא|לגבי)$/iu;
const isBeing = /^(?:is|are|was|were)$/iu;
const mostDocuments = 4;

const topics: readonly RegExp[] = [
  /(?:say|says|said|written|stands?|rules?|policy|terms) (?:there )?(?:about|on|for|regarding) (?<topic>[^?.!,]+)[?.!\s]*$/iu,
  /(?:כתוב|נאמר|רשום|הכללים|הנהלים|הנוהל|התנאים) (?:שם |אצלנו )?(?:על|לגבי|בנוגע ל-?|בעניין|בנושא) (?<topic>[^?.!,]+)[?.!\s]*$/u,
];
/** "What does it say about cancelling too late": the one section whose heading speaks of it is read out whole. */
function* sectionAbout({
  files,
  source,
  original,
}: Asked): Sub<{ readonly path: string; readonly heading: string } | undefined> {
  const topic = topics.map((each) => each.exec(original)?.groups?.topic).find((each) => each !== undefined);
  const words = wordsOf(topic ?? '').filter((word) => word.length > 3 && !isSmallWord(word));
  if (words.length === 0) return undefined;
  const documents = files.filter(
    ({ path, kind, is_opaque }) => kind === 'docx' && !is_opaque && (source === undefined || source.path === path),
  );
  if (documents.length > mostDocuments) return undefined;
  const found: { readonly path: string; readonly heading: string }[] = [];
  for (const { path } of documents) {
    const { sections } = yield* call('get_file_map', { path, part: null, detail: 'compact' });
    for (const each of asList(sections)) {
      const { heading } = asObject(each);
      if (typeof heading === 'string' && words.some((word) => wordsOf(heading).some((own) => isLike(word, own))))
        found.push({ path, heading });
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

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
          !forms.some((form) => form.has(word)) &&
          !isSmallWord(word) &&
          !isBeing.test(word) &&
          !telling.test(word) &&
          !wordsOf(stemOf(path)).some((each) => each.length > 3 && isLike(each, word)),
      );
      found.push({ path, heading, left });
      // "Late payment" comes before "Payment", where both words were said.
      const isWithin = (a: string, b: string) => a !== b && b.toLowerCase().includes(a.toLowerCase());
      for (const each of [...found])
        if (found.some((other) => isWithin(each.heading, other.heading))) found.splice(found.indexOf(each), 1);
    }
  }
  return found;
}
