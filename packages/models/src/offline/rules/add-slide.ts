import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import { itemsOf } from '../reading/fields.ts';
import { unquote } from '../reading/quotes.ts';
import { type Asked, byEdit, type OfflineRule, sourceOf } from '../rule.ts';
import { called, made } from './made.ts';

export const addSlideRule: OfflineRule = {
  id: 'add-slide',
  ways: [
    {
      en: 'add a slide "Next steps" with bullets "Plan", "Do" to {deck}',
      he: 'הוסף שקופית בשם "המשך" עם הנקודות "תכנון", "ביצוע" לקובץ {deck}',
    },
  ],
  read: byEdit(
    made('slide', 'שקופית|שקף', [
      called,
      {
        name: 'points',
        marker:
          /^(?:(?:with|and|containing|has|having|listing|under it|below it) )*(?:(?:the|a|one|two|three|four|five|these|following) )*(?:bullet ?points?|bullets?|points?|items?|text|body|content|lines?|list)(?: are| is| should be| saying| reading| under it| below)?(?![\p{L}])\s?:?\s?|^(?:that |which )?(?:says?|saying|reads|reading|listing|lists)(?![\p{L}])\s?:?\s?|^(?:ו?עם )?(?:ו?ה?(?:נקודות|נקודה|תבליטים|תבליט|טקסט|תוכן|שורות|שורה|סעיפים|פריטים))(?: אחת| אחד| הבאות| הבאים| הן| הם| היא)*(?![\p{L}])\s?:?\s?/iu,
        isList: true,
      },
    ]),
  ),
  *plan(asked) {
    const { path, version } = sourceOf(asked, ['pptx']);
    const points = pointsOf(asked);
    const body = points.join('\n');
    const op = {
      op: 'add_slide',
      layout: body === '' ? 'title_only' : 'title_and_content',
      title: asked.part('name') ?? '',
      body: body === '' ? null : body,
      title_runs: null,
      body_runs: null,
      alignment: null,
      space_before: null,
      space_after: null,
      line_spacing: null,
      position: yield* positionOf(asked, path),
      notes: null,
    };
    yield* call('pptx_operations', {
      path,
      create_new: null,
      copy_from: null,
      operations: [op],
      expected_version: version,
      summary: asked.say(`Slide ${asked.part('name')} added.`, `נוספה השקופית ${asked.part('name')}.`),
    });
    const name = asked.part('name');
    return asked.say(`Added the slide ${name} to ${path}.`, `נוספה השקופית ${name} לקובץ ${path}.`);
  },
};

/** The lines of the slide. A list without quotes is taken only when its words cannot be meant otherwise. */
const pointsOf = (asked: Asked): readonly string[] => {
  const written = asked.raw('points');
  if (written === undefined) return [];
  const items = itemsOf(written);
  if (!items) return refuse('Write each point in quotes: "…", "…".', 'כתבו כל נקודה במירכאות: "…", "…".');
  return items.map((each) => unquote(each, asked.quoted));
};

/** The place among the slides, from 0; null is the end. A slide is meant by its number or by its title. */
function* positionOf(asked: Asked, path: string): Sub<number | null> {
  const side = asked.raw('side');
  if (side === undefined) return null;
  if (side === 'start') return 0;
  const near = asked.part('near') ?? '';
  const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
  const titles = asList(map.slides).map((each) => String(asObject(each).title ?? ''));
  const fitting = titles.flatMap((title, at) => (title.toLowerCase() === near.toLowerCase() ? [at] : []));
  const [only, other] = /^\d+$/.test(near) ? [Number(near) - 1] : fitting;
  if (only === undefined || other !== undefined || only < 0 || only >= titles.length) {
    const list = titles.map((title, at) => `${at + 1}. ${title}`).join(', ');
    return refuse(`Which slide is ${near}? There are ${list}.`, `איזו שקופית היא ${near}? יש ${list}.`);
  }
  return side === 'after' ? only + 1 : only;
}
