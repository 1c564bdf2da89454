import { asList, asObject, call, refuse } from '../plan.ts';
import { literal, unquote } from '../reading/quotes.ts';
import { translationsOf } from '../reading/translations.ts';
import { byCopy, type OfflineRule, sourceOf, stemOf, targetOf } from '../rule.ts';
import { pattern } from './words.ts';

const verb =
  '(?:(?:make|create|give|prepare|produce)(?: me| us)? an? (?:filled[- ]?(?:in|out)?|completed?)|filled(?: in| out)|fill(?: in| out| up)?|complete|populate|prepare)(?: me)?(?: (?:a|the|this|that))?(?: (?:copy|version|template|letter|form|document|placeholders|fields|blanks|one))*(?: in| from| of)?(?: for (?:me|us))?';
const verbHe =
  '(?:מלא|מלאי|מלאו|תמלא|תמלאי|תמלאו|למלא|הכן|תכין|להכין)(?: לי| לנו)?(?: את)?(?: (?:ה?(?:תבנית|מכתב|טופס|מסמך|שדות|עותק)|חדש|לפי|מתוך))*';

export const fillRule: OfflineRule = {
  id: 'fill-template',
  ways: [
    {
      en: 'fill {template} with {field} = {value} and save as {new}',
      he: 'מלא את {template} עם {field} = {value} ושמור בשם {new}',
    },
  ],
  read: byCopy(
    pattern(
      `${verb}(?:[\\s,:;–-]+(?:with|using|as follows|for|where|so that|these values|the following(?: values)?|by setting|set|put))*[\\s,:;–-]+(?<pairs>.+)`,
    ),
    pattern(`${verbHe}(?:[\\s,:;–-]+(?:עם|ב|כך|כך ש|לפי|בערכים|בפרטים|הפרטים|הבאים))*[\\s,:;–-]+(?<pairs>.+)`),
  ),
  *plan(asked) {
    const { path } = sourceOf(asked, ['docx']);
    const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
    const tokens = asList(map.placeholders).map((each) => String(asObject(each).token));
    if (tokens.length === 0)
      return refuse(`${path} has no fields to fill, such as {{name}}.`, `בקובץ ${path} אין שדות למילוי, כמו {{name}}.`);
    const list = tokens.join(', ');
    const given = pairsOf(asked.raw('pairs') ?? '', tokens, asked.quoted);
    if (!given)
      return refuse(
        `I could not read the values. ${path} has the fields ${list}; say each once, as in: ${tokens[0]} = ….`,
        `לא הצלחתי לקרוא את הערכים. בקובץ ${path} יש השדות ${list}; כתבו כל אחד פעם אחת, כמו: ${tokens[0]} = ….`,
      );
    const values = tokens.map((token) => ({
      token,
      value: given.find((each) => each.token.toLowerCase() === token.toLowerCase())?.value,
    }));
    const missing = values.filter(({ value }) => value === undefined).map(({ token }) => token);
    if (missing.length > 0)
      return refuse(
        `Values are missing for ${missing.join(', ')}. Give all of them.`,
        `חסרים ערכים עבור ${missing.join(', ')}. תנו את כולם.`,
      );
    const target = targetOf(asked, `${stemOf(path)}-${asked.say('filled', 'מלא')}.docx`, ['docx']);
    yield* call('docx_operations', {
      path: target,
      create_new: true,
      copy_from: path,
      track_changes: null,
      operations: [{ op: 'fill_placeholders', values: values.map(({ token, value = '' }) => ({ token, value })) }],
      expected_version: null,
      summary: asked.say(`${path} filled in.`, `מילוי של ${path}.`),
    });
    return asked.say(
      `Filled ${list} and saved as ${target}. ${path} is as it was.`,
      `מולאו ${list} ונשמר בשם ${target}. ${path} לא השתנה.`,
    );
  },
};

/** Words that point at a value instead of being it. */
const vague =
  /^(?:today|tomorrow|yesterday|now|the usual.*|same.*|as before|whatever.*|something|next .*|last .*|this .*|(?:my|our|his|her|their) .*|tbd|unknown|היום|מחר|אתמול|כרגיל|אותו דבר|משהו)$/iu;

type Pair = { readonly token: string; readonly value: string };

/** Each field once, followed by its value up to the next field. A field that is not there makes all of it unread. */
const pairsOf = (
  written: string,
  tokens: readonly string[],
  quoted: readonly string[],
): readonly Pair[] | undefined => {
  const names = tokens.flatMap((token) => [token, ...translationsOf(token)].map((name) => ({ token, name })));
  const said = names.map(({ name }) => literal(name).replaceAll('_', '[ _]')).join('|');
  const starts = [
    ...written.matchAll(
      new RegExp(
        `(?<![\\p{L}\\p{N}_@])(?:(?:and |with |set |put |the |for |its |, )*)[והב]{0,2}\\{{0,2}(?<name>${said})\\}{0,2}(?![\\p{L}\\p{N}_])(?: (?:field|should be|shall be|must be|is|to|as|being|set to|of|הוא|היא|יהיה|תהיה))?\\s*(?:=|:|->|→)?\\s*`,
        'giu',
      ),
    ),
  ];
  const [first] = starts;
  if (
    !first ||
    written.slice(0, first.index).replace(/[\s,;:.¶–-]+|(?<![\p{L}])(?:and|the|with|values?)(?![\p{L}])/giu, '') !== ''
  )
    return undefined;
  const pairs = starts.map((start, at) => {
    const end = starts[at + 1]?.index ?? written.length;
    const value = written
      .slice(start.index + start[0].length, end)
      .replace(/(?:[\s,;¶–-]|(?<=[\s,;])(?:and|ו-?)(?=\s*$)|[.](?=\s*$))+$/giu, '');
    const name = (start.groups?.name ?? '').toLowerCase().replaceAll(' ', '_');
    return {
      token: names.find((each) => each.name.toLowerCase() === name)?.token ?? '',
      value: unquote(value, quoted),
    };
  });
  const isWhole = pairs.every(({ value }) => value !== '' && !/@q\d|[=¶]/.test(value) && !vague.test(value));
  return isWhole && new Set(pairs.map(({ token }) => token)).size === pairs.length && !hasForeign(pairs)
    ? pairs
    : undefined;
};

/** "5, colour = red" is a value and a field that the document does not have. */
const hasForeign = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ value }) => /,\s*[\p{L}_]+\s*(?:=|:|is )/u.test(value));
