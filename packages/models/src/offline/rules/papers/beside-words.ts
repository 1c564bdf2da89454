import { asList, asObject, call, refuse, type Sub } from '../../plan.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../../rule.ts';
import { plainParagraph } from '../add-section.ts';
import { isLike, wordsOf } from '../document-facts/document-blocks.ts';
import { isFiller } from '../tell-row/fillers.ts';
import { type Paper, type PaperBlock, paperMeant, readPaper } from './paper.ts';

const add = '(?:(?:can|could|would) you |please |pls |hi,? |ok,? |and )*(?:add|put|write|insert|include)';
const lead =
  '(?:(?:an?|another|one more|this|the) )?(?:new )?(?:(?<point>bullet(?: point)?|point|item)|line|sentence|paragraph|note)?';
const paper = '(?: (?:in|to|into|of) (?:the )?[^:]{3,40}?)?';
/** A text, and the words it is to stand beside. */
const ways: readonly RegExp[] = [
  new RegExp(
    `^${add}(?: ${lead})?${paper}(?: just| right| directly)? (?<where>above|before|below|after|over|at the end of|under(?:neath)?) (?:the )?(?<anchor>[^:]{3,80}?)${paper}(?: saying| that says)?\\s?:\\s?(?<text>.+)$`,
    'isu',
  ),
  /^(?:ב\S+(?: \S+)?,? )(?<where>מעל|לפני|מתחת ל-?|אחרי|תחת) ?(?<anchor>[^:]{3,80}?),? (?:תוסיפי?|הוסף|הוסיפי|להוסיף|לכתוב|תכתבי?)(?: (?:שורה|משפט|פסקה|(?<point>נקודה|סעיף|תבליט)))?\s?:\s?(?<text>.+)$/su,
  /^(?:בבקשה )?(?:תוסיפי?|הוסף|הוסיפי|להוסיף)(?: (?:שורה|משפט|(?<point>נקודה|סעיף|תבליט)))?(?: ב\S+(?: \S+)?)? (?<where>מעל|לפני|מתחת ל-?|אחרי|תחת) ?(?<anchor>[^:]{3,80}?)\s?:\s?(?<text>.+)$/su,
];

/** "Add above With kind regards: …", "add a point under Deliveries in the notes: …". */
export const besideWordsRule: OfflineRule = {
  id: 'beside-words',
  ways: [],
  readsDays: true,
  read: ({ original }) => ways.map((each) => each.exec(original.trim())?.groups).find((each) => each !== undefined),
  *plan(asked) {
    const file = paperMeant(asked);
    const parts = ways.map((each) => each.exec(asked.original.trim())?.groups).find((each) => each !== undefined);
    if (!file || !parts?.anchor || !parts.text) throw new NotForThisRule();
    const found = yield* readPaper(file);
    const [anchor, other] = anchorsIn(found, parts.anchor);
    if (!anchor || other) throw new NotForThisRule();
    const isBefore = /^(?:above|before|over|מעל|לפני)/iu.test(parts.where ?? '');
    // Under a heading: behind all that stands there. A line that a list follows heads that list.
    const from = found.blocks.indexOf(anchor) + 1;
    const points = found.blocks.slice(from).findIndex(({ isBullet }) => !isBullet);
    const list = found.blocks.slice(from, points < 0 ? undefined : from + points);
    const section = anchor.isHeading
      ? found.blocks.filter(
          (block) => block.heading === anchor.text && !block.isHeading && !block.row && block.text.trim() !== '',
        )
      : list;
    const next = isBefore ? anchor : (section.at(-1) ?? anchor);
    const isPoint =
      parts.point !== undefined || (next !== anchor && section.length > 0 && section.every(({ isBullet }) => isBullet));
    return yield* write(asked, found, { next, isBefore, isPoint, text: parts.text.trim() });
  },
};

/** The lines that begin with those words, or headings that hold them. */
const anchorsIn = ({ blocks, file }: Paper, said: string): readonly PaperBlock[] => {
  const own = wordsOf(file.path);
  const words = wordsOf(said).filter((word) => !isFiller(word) || wordsOf(said).length < 4);
  const bare = words.filter((word) => !own.some((each) => each.length > 3 && isLike(each, word)));
  const wanted = bare.length > 0 ? bare : words;
  if (wanted.length === 0) return [];
  const heads = blocks.filter(
    ({ isHeading, text }) => isHeading && wanted.every((word) => wordsOf(text).some((each) => isLike(each, word))),
  );
  if (heads.length > 0) return heads;
  const starts = blocks.filter(({ text, row }) => {
    const begins = wordsOf(text).filter((word) => !isFiller(word) || wordsOf(said).length < 4);
    return !row && wanted.every((word, at) => begins[at] !== undefined && isLike(begins[at], word));
  });
  return starts;
};

type Spot = { readonly next: PaperBlock; readonly isBefore: boolean; readonly isPoint: boolean; readonly text: string };

function* write(asked: Asked, { file }: Paper, { next, isBefore, isPoint, text }: Spot): Sub<string> {
  const { path, version } = file;
  const summary = asked.say('A line added.', 'נוספה שורה.');
  if (file.kind === 'docx') {
    const style = isPoint ? yield* bulletStyle(asked, path) : null;
    const place = isBefore ? { before: next.id, after: null } : { before: null, after: next.id };
    yield* call('docx_operations', {
      path,
      create_new: null,
      copy_from: null,
      track_changes: null,
      operations: [{ op: 'insert_paragraphs', ...place, paragraphs: [{ text, style, ...plainParagraph }] }],
      expected_version: version,
      summary,
    });
  } else {
    const line = (next.line ?? 0) + (isBefore ? 0 : 1);
    const written = `${isPoint ? (next.mark ?? '- ') : ''}${text}`;
    yield* call('edit_text_file', {
      path,
      edits: [{ op: 'insert_lines', before_line: line, text: `${written}\n` }],
      encoding: null,
      expected_version: version,
      summary,
    });
  }
  return asked.say(
    `Added to ${path}, ${isBefore ? 'before' : 'after'} "${next.text}": "${text}"`,
    `נוסף לקובץ ${path}, ${isBefore ? 'לפני' : 'אחרי'} "${next.text}": "${text}"`,
  );
}

function* bulletStyle(asked: Asked, path: string): Sub<string> {
  const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
  const style = asList(map.styles_used)
    .map((each) => String(asObject(each).name))
    .find((name) => /list bullet/iu.test(name));
  return (
    style ??
    refuse(
      `I can't tell how ${path} writes its bullets. Say "a line" instead.`,
      `איני יודע איך כתובים התבליטים ב-${path}. בקשו "שורה".`,
      undefined,
      asked.source?.path ?? path,
    )
  );
}
