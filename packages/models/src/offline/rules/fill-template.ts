import { asList, asObject, call, refuse } from '../plan.ts';
import { unquote } from '../request-text.ts';
import { type OfflineRule, sourceOf, stemOf, targetOf } from '../rule.ts';
import { pattern } from './words.ts';

export const fillRule: OfflineRule = {
  id: 'fill-template',
  grammar: {
    en: 'fill <document> with <token> = <value>, <token> = <value> and save as <new file>',
    he: 'מלא את <מסמך> עם <שדה> = <ערך>, <שדה> = <ערך> ושמור בשם <קובץ חדש>',
  },
  patterns: [
    pattern('fill(?: in| out)?(?: the template)? {S} with (?<pairs>.+=.+)'),
    pattern('(?:מלא|מלאי)(?: את ה?תבנית)? {H} (?:עם|ב-?) ?(?<pairs>.+=.+)'),
  ],
  *plan(asked) {
    const { path } = sourceOf(asked, ['docx']);
    const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
    const tokens = asList(map.placeholders).map((each) => String(asObject(each).token));
    if (tokens.length === 0)
      return refuse(`${path} has no fields to fill, such as {{name}}.`, `בקובץ ${path} אין שדות למילוי, כמו {{name}}.`);
    const given = pairsOf(asked.part('pairs') ?? '', asked.quoted);
    const list = tokens.join(', ');
    const foreign = given.find(({ token }) => !tokens.some((each) => each.toLowerCase() === token.toLowerCase()));
    if (foreign)
      return refuse(
        `${path} has no field ${foreign.token}; it has ${list}.`,
        `בקובץ ${path} אין שדה ${foreign.token}; יש בו ${list}.`,
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

/** A comma parts two fields only where another `name =` follows: values have commas of their own. */
const pairsOf = (written: string, quoted: readonly string[]) =>
  [
    ...written.matchAll(
      /(?<token>[\p{L}_][\p{L}\p{N}_ .-]*?)\s*=\s*(?<value>@q\d+|.+?)\s*(?=(?:,|;| and )\s*[\p{L}_][\p{L}\p{N}_ .-]*?\s*=|$)/gu,
    ),
  ].map(({ groups }) => ({
    token: (groups?.token ?? '').replace(/^and /, '').trim(),
    value: unquote(groups?.value ?? '', quoted),
  }));
