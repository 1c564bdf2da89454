import { asList, asObject, call, type ListedFile, type Plan, refuse, type Sub } from '../plan.ts';
import { formsOf } from '../reading/marks.ts';
import { type Asked, byPatterns, type OfflineRule, sourceOf } from '../rule.ts';
import { wholeFile } from './whole-file.ts';
import { pattern } from './words.ts';

const topic = '(?<topic>@q\\d+|[^@]+?)';
const slide = '(?:slide|page) (?:number |no\\.? )?(?<at>\\d+)';

/** What a section, a slide, a page or a whole short text says, word for word. */
export const readOutRule: OfflineRule = {
  id: 'read-out',
  ways: [
    { en: 'what does {doc} say about {heading}?', he: 'מה כתוב בקובץ {doc} על {heading}?' },
    { en: 'what does slide 1 of {deck} say?', he: 'מה כתוב בשקופית 1 בקובץ {deck}?' },
    { en: 'read out {text_file}', he: 'הקרא את {text_file}' },
  ],
  read: byPatterns(
    pattern(`what do(?:es)? (?:the |my |our )?@src say (?:about|on|under) (?:the )?${topic}`),
    pattern(
      `what does ${slide} (?:of|in) @src say|what(?:'s| is) on ${slide.replace('at', 'at2')} (?:of|in) @src|what does @src say on ${slide.replace('at', 'at3')}|read(?: me| out)* ${slide.replace('at', 'at4')} (?:of|in|from) @src`,
    ),
    pattern(
      `what do(?:es)? (?:the |my |our )?@src say|read(?: me| out)* (?:the |my |our )?@src(?: out| to me)?|show (?:me )?the (?:text|content|contents) of @src`,
    ),
    pattern(`(?:read|show)(?: me| out)* (?:the )?${topic} (?:section|chapter|part) (?:of|in|from) @src`),
    pattern(
      `מה כתוב (?:בקובץ |ב-?|במסמך )?@src (?:על|בנושא|בסעיף|תחת) ${topic}|מה (?:אומר|כתוב) (?:הקובץ |המסמך )?@src על ${topic.replace('topic', 'topic2')}`,
    ),
    pattern(
      'מה כתוב בשקופית (?<at>\\d+) (?:בקובץ |במצגת |של |ב-?)?@src|מה כתוב (?:בעמוד|בעמ׳) (?<at2>\\d+) (?:בקובץ |של |ב-?)?@src',
    ),
    pattern('מה כתוב (?:בקובץ |ב-?|במסמך )?@src|(?:הקרא|קרא|תקרא|תקראי)(?: לי)? (?:את )?(?:הקובץ |המסמך )?@src'),
  ),
  *plan(asked) {
    const file = sourceOf(asked, ['docx', 'pptx', 'pdf', 'text']);
    const about = asked.part('topic') ?? asked.part('topic2');
    const at = [1, 2, 3, 4]
      .map((each) => asked.part(each === 1 ? 'at' : `at${each}`))
      .find((each) => each !== undefined);
    return yield* readOut(asked, file, yield* placeIn(asked, file, about, at));
  },
};

/** The section under a heading, word for word. */
export function* readOutSection(asked: Asked, path: string, heading: string): Plan {
  const file = asked.files.find((each) => each.path === path) as ListedFile;
  return yield* readOut(asked, file, yield* placeIn(asked, file, heading, undefined));
}

function* readOut(asked: Asked, file: ListedFile, { place, selector }: Place): Plan {
  const { text, chunk_info } = yield* call('read_file', { path: file.path, ...wholeFile, ...selector });
  const lines = String(text)
    .split('\n')
    .map((line) => line.replace(/^b\d+\| /, ''))
    .filter((line) => line.trim() !== '');
  const isCut = asObject(chunk_info).has_more === true || lines.length > mostLines;
  return [
    asked.say(`${file.path}${place} says:`, `ב-${file.path}${place} כתוב:`),
    '',
    ...lines.slice(0, mostLines).map((line) => `> ${line}`),
    ...(isCut
      ? ['', asked.say('It goes on; open the file to read the rest.', 'יש המשך; פתחו את הקובץ כדי לקרוא הכול.')]
      : []),
  ].join('\n');
}
const mostLines = 40;
type Place = { readonly place: string; readonly selector: Readonly<Record<string, string | number>> };

function* placeIn(asked: Asked, file: ListedFile, about: string | undefined, at: string | undefined): Sub<Place> {
  if (at !== undefined) {
    const number = Number(at);
    if (file.kind === 'pptx')
      return { place: asked.say(`, slide ${number},`, `, שקופית ${number},`), selector: { slide_index: number - 1 } };
    if (file.kind === 'pdf')
      return { place: asked.say(`, page ${number},`, `, עמוד ${number},`), selector: { pages: String(number) } };
    return refuse(
      `${file.path} has no slides or pages I can number.`,
      `ב-${file.path} אין שקופיות או עמודים ממוספרים.`,
    );
  }
  if (about === undefined) return { place: '', selector: {} };
  if (file.kind !== 'docx')
    return refuse(
      `I find a section by its heading in a Word document; ${file.path} is none.`,
      `אני מוצא סעיף לפי כותרתו במסמך וורד; ${file.path} אינו כזה.`,
    );
  const { sections } = yield* call('get_file_map', { path: file.path, part: null, detail: 'compact' });
  const headings = asList(sections).flatMap((each) => {
    const { heading, index } = asObject(each);
    return typeof heading === 'string' && heading !== '' ? [{ heading, index: Number(index) }] : [];
  });
  const wanted = new Set(formsOf(about.replace(/^(?:the|our|my) /iu, '')));
  const [only, other] = headings.filter(({ heading }) => formsOf(heading).some((form) => wanted.has(form)));
  if (only && !other) return { place: ` (${only.heading})`, selector: { section: only.index } };
  const list = headings.map(({ heading }) => heading);
  const ways = list
    .slice(0, 3)
    .map((heading) =>
      asked.say(`What does ${file.path} say about "${heading}"?`, `מה כתוב בקובץ ${file.path} על "${heading}"?`),
    );
  return refuse(
    `${file.path} has no section called "${about}". Its headings are: ${list.join(', ')}.`,
    `ב-${file.path} אין סעיף בשם "${about}". הכותרות בו: ${list.join(', ')}.`,
    ways.length > 0 ? ways : undefined,
  );
}
