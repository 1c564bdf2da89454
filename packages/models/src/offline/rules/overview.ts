import { sheetsOf } from '../everyday/folder-sheets.ts';
import { asList, asObject, call } from '../plan.ts';
import { byPatterns, type OfflineRule } from '../rule.ts';
import { placeName } from './word-question.ts';
import { pattern } from './words.ts';

const polite =
  '(?:(?:hi|hello|hey|ok|so|right|please|can you (?:tell me|say)|could you tell me|tell me|show me)[\\s,!]+)*';
const files =
  '(?:these|the|my|our|those|all|all the|this)?(?: three| two| uploaded| new)? ?(?:files|folder|documents|stuff|things|uploads)';
const have =
  "(?:(?:do|have|did|'ve|ve)? ?(?:i|we|you)(?:'ve| ve)?(?: have| got| have got| uploaded| put| added| given you| sent| just uploaded)?(?: you)?)";

/** "What have I got in here": every file, with the tables in it. */
export const overviewRule: OfflineRule = {
  id: 'overview',
  ways: [],
  read: byPatterns(
    pattern(
      `${polite}what(?:'s| is| are|s)? ?(?:all )?(?:${have})?(?: all)? ?(?:in|inside)? ?(?:${files}|here|there|in here|in there)(?: about| exactly| that ${have}| ${have})?(?: please)?[?!. ]*`,
    ),
    pattern(`${polite}what(?:'s| is| are|s)? (?:in |inside )?(?:${files})(?: (?:that )?${have})?(?: about)?[?!. ]*`),
    pattern(
      `${polite}(?:give me )?an? (?:quick )?(?:overview|rundown|summary) of (?:what(?:'s| is) in )?(?:${files}|everything|it all)(?: please)?[?!. ]*`,
    ),
    pattern(
      '(?:(?:היי|שלום|אהלן|בבקשה)[\\s,!]+)*(?:תגידי? לי )?מה (?:יש|מכילים|כתוב)(?: לי| לנו)? ?(?:בתוך )?ב?(?:ה?קבצים|ה?תיקייה|ה?חומרים|ה?קובצים)(?: ש?(?:העליתי|העלינו|שלי|שלנו|האלה|הזאת|כאן|יש כאן|שמתי|נתתי לך))*[?!. ]*',
    ),
  ),
  *plan(asked) {
    const lines: string[] = [];
    const sheets = yield* sheetsOf({ ...asked, source: undefined, sheet: undefined, rest: '' });
    for (const { path, kind } of asked.files) {
      const own = sheets.filter(({ table }) => table.path === path);
      lines.push(`- ${path} (${kind === 'table' ? 'csv' : kind})`);
      for (const { table, rows, heads, document } of own) {
        const place = document || table.sheet === null || table.isOnlySheet ? '' : `${placeName(table)}: `;
        const names = heads.map(({ name }) => name).join(', ');
        const count = asked.say(`${rows.length} rows`, `${rows.length} שורות`);
        lines.push(`  - ${place}${document ? asked.say('a table, ', 'טבלה, ') : ''}${count}: ${names}`);
      }
      if (kind !== 'docx' && kind !== 'pptx') continue;
      const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
      const headings = asList(map.sections).flatMap((each) => {
        const { heading } = asObject(each);
        return typeof heading === 'string' && heading !== '' ? [heading] : [];
      });
      if (headings.length > 0)
        lines.push(`  - ${asked.say('headings', 'כותרות')}: ${headings.slice(0, 15).join(', ')}`);
    }
    return [asked.say(`There are ${asked.files.length} files:`, `יש ${asked.files.length} קבצים:`), ...lines].join(
      '\n',
    );
  },
};
