import { asList, asObject, call, refuse, type Sub } from '../../plan.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../../rule.ts';
import { plainParagraph } from '../add-section.ts';
import { isFiller } from '../tell-row/fillers.ts';
import { type Block, blocksOf, documentMeant, isLike, wordsOf } from './document-blocks.ts';

const add = '(?:can you |could you |please )*(?:add|put|write|insert|include|mention)';
const thing =
  '(?:(?:an?|another|one more|this|the) )?(?:new )?(?:bullet(?: point)?|line|sentence|paragraph|point|note|item)';
const addHe = '(?:בבקשה )?(?:תוסיף|תוסיפי|תוסיפו|הוסף|הוסיפי|להוסיף|תכתוב|תכתבי)(?: בבקשה)?';
const thingHe = '(?:שורה|משפט|פסקה|נקודה|הערה|סעיף|תבליט)';
const head = '(?<head>[^:,.]{2,50}?)';
/** What is to be added, and under which heading; the document is taken out before. */
const ways: readonly RegExp[] = [
  new RegExp(
    `^${add} (?<thing>${thing}) (?:under|in|to|at the end of) (?:the )?${head}(?: (?:section|part|bit|list|heading))?(?: saying| that says)?\\s?[:,–-]\\s?(?<text>.+)$`,
    'isu',
  ),
  new RegExp(
    `^(?:under|in) (?:the )?${head}(?: (?:section|part|bit|list|heading))?,? ${add} (?<thing>${thing})?(?: saying| that says)?\\s?[:,–-]\\s?(?<text>.+)$`,
    'isu',
  ),
  new RegExp(
    `^(?:under|in) (?:the )?${head}(?: (?:section|part|bit|list|heading))?,? ${add} (?<that>that) (?<text>.+)$`,
    'isu',
  ),
  new RegExp(
    `^${addHe} (?:ב?(?:חלק|סעיף|פרק)(?: של| על)?|תחת|ב)\\s?${head} (?<thing>${thingHe})\\s?[:–-]\\s?(?<text>.+)$`,
    'su',
  ),
  new RegExp(
    `^${addHe} (?<thing>${thingHe}) (?:ב?(?:חלק|סעיף|פרק)(?: של| על)?|תחת|ב)\\s?${head}\\s?[:–-]\\s?(?<text>.+)$`,
    'su',
  ),
];

/** A sentence or a bullet is added under a heading that is there. */
export const addToSectionRule: OfflineRule = {
  id: 'add-to-section',
  readsDays: true,
  ways: [],
  read: ({ original }) =>
    /(?<![\p{L}])(?:add|put|write|insert|include|mention|תוסיפי?|הוסף|הוסיפי|תכתבי?|תכתוב|להוסיף)(?![\p{L}])/iu.test(
      original,
    )
      ? {}
      : undefined,
  *plan(asked) {
    const meant = placed(asked);
    if (!meant) throw new NotForThisRule();
    const { file, parts } = meant;
    const blocks = yield* blocksOf(file.path);
    const spoken = wordsOf(parts.head ?? '');
    const telling = spoken.filter((word) => !isFiller(word));
    // A heading may be one of the everyday words that tell nothing elsewhere.
    const wanted = telling.length > 0 ? telling : spoken;
    const headings = [...new Set(blocks.filter(({ isHeading }) => isHeading).map(({ text }) => text))];
    const [heading, other] = headings.filter(
      (each) => wanted.length > 0 && wanted.every((word) => wordsOf(each).some((own) => isLike(word, own))),
    );
    if (heading === undefined || other !== undefined) {
      if (!meant.isSure) throw new NotForThisRule();
      return refuse(
        `${file.path} has no heading that says "${parts.head}". Its headings are: ${headings.join(', ')}.`,
        `ב-${file.path} אין כותרת "${parts.head}". הכותרות בו: ${headings.join(', ')}.`,
        undefined,
        file.path,
      );
    }
    return yield* write(asked, file, blocks, heading, parts, wanted);
  },
};

type Parts = Readonly<Record<string, string | undefined>>;

/** The document that is named, or the only one there is. */
const placed = (asked: Asked) => {
  const named = documentMeant(asked);
  const [only, other] = asked.files.filter(({ kind, is_opaque }) => kind === 'docx' && !is_opaque);
  const file = named?.file ?? (asked.source === undefined && other === undefined ? only : undefined);
  // What is written keeps its capitals and its stops, so the request is read as it was typed.
  const words = withoutDocument(asked, named?.words).trim();
  const parts = ways.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  return file && parts ? { file, parts, isSure: named !== undefined } : undefined;
};

const withoutDocument = ({ original }: Asked, words: string | undefined): string => {
  if (words === undefined) return original;
  // The words that are left, taken from the request as it was typed.
  const [lead = ''] = words.trim().split(/[:]|(?<=\p{L}) that /u);
  const text = original.slice(original.search(/:|(?<=\p{L}) that /u));
  return `${lead.trim().replace(/\s+/gu, ' ')}${text}`;
};

function* write(
  asked: Asked,
  file: { readonly path: string; readonly version: string },
  blocks: readonly Block[],
  heading: string,
  parts: Parts,
  wanted: readonly string[],
): Sub<string> {
  const own = blocks.filter((block) => block.heading === heading && !block.isHeading && !block.row);
  const at = blocks.find((block) => block.isHeading && block.text === heading);
  const isBullet = /bullet|תבליט/iu.test(parts.thing ?? '') || (own.length > 0 && own.every((block) => block.isBullet));
  const alike = own.filter((block) => block.isBullet === isBullet);
  // "Under parking": of several paragraphs the one that speaks of it.
  const near = alike.findLast(
    (block) => !isBullet && wanted.some((word) => wordsOf(block.text).some((each) => isLike(word, each))),
  );
  const after = near ?? alike.at(-1) ?? own.at(-1) ?? at;
  const map = yield* call('get_file_map', { path: file.path, part: null, detail: 'full' });
  const style = isBullet
    ? asList(map.styles_used)
        .map((each) => String(asObject(each).name))
        .find((name) => /list bullet/iu.test(name))
    : null;
  if (isBullet && style === undefined)
    return refuse(
      `I can't tell how ${file.path} writes its bullets. Say "a line" instead.`,
      `איני יודע איך כתובים התבליטים ב-${file.path}. בקשו "שורה".`,
      undefined,
      file.path,
    );
  const text = sentence(parts.text ?? '', parts.that !== undefined, (after ?? at)?.text ?? '');
  yield* call('docx_operations', {
    path: file.path,
    create_new: null,
    copy_from: null,
    track_changes: null,
    operations: [
      {
        op: 'insert_paragraphs',
        before: null,
        after: after?.id ?? null,
        paragraphs: [{ text, style: style ?? null, ...plainParagraph }],
      },
    ],
    expected_version: file.version,
    summary: asked.say(`A line added under ${heading}.`, `נוספה שורה תחת ${heading}.`),
  });
  return asked.say(
    `Added to ${file.path}, under "${heading}": "${text}"`,
    `נוסף לקובץ ${file.path}, תחת "${heading}": "${text}"`,
  );
}

/** What was said behind "that" begins a sentence now; a stop is set where the text has them. */
const sentence = (said: string, isThat: boolean, like: string): string => {
  const text = said.trim().replace(/\s*(?:please|thanks|בבקשה)$/iu, '');
  const begun = isThat ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return isThat && /\.$/u.test(like) && !/[.!?]$/u.test(begun) ? `${begun}.` : begun;
};
