import { call, type ListedFile, refuse, type Sub, today } from '../plan.ts';
import { withDays } from '../reading/day-words.ts';
import { readDay, writeDayLike } from '../reading/said-values.ts';
import { type Asked, NotForThisRule, type OfflineRule, stemOf, targetOf } from '../rule.ts';
import { blocksOf, documentMeant } from './document-facts/document-blocks.ts';
import { isTurning } from './tell-row/fillers.ts';

const verb = '(?:fill(?: in| out)?|make(?: out| up)?|complete|prepare|draw up|write out|do(?: me)?)';
const opens = new RegExp(`^(?:(?:please|pls|can you|could you|now)[\\s,]+)*${verb}(?: me| us)?(?![\\p{L}])`, 'iu');
const whom = /^(?:customer|client|name|company|tenant|member|guest|recipient|supplier|buyer|addressee|owner)$/iu;
const where = /^(?:town|city|place|location|address|village)$/iu;

/** A letter with fields in square brackets is filled in a copy: "make out the terms for Castle Hotel in Ludlow, today's date". */
export const fillBracketsRule: OfflineRule = {
  id: 'fill-brackets',
  ways: [],
  readsDays: true,
  read: ({ original }) => (opens.test(original.trim()) ? {} : undefined),
  *plan(asked) {
    const found = yield* letterMeant(asked);
    if (!found) throw new NotForThisRule();
    const { file, tokens, words } = found;
    const day = yield* today();
    const given = readGiven(
      withDays(words.replace(/(?<=today|yesterday|tomorrow)['’]?s(?: date)?/giu, ''), day),
      tokens,
    );
    if (!given) throw new NotForThisRule();
    const missing = tokens.filter((token) => !given.has(token));
    const list = (names: readonly string[]) => names.map((name) => `[${name}]`).join(', ');
    if (missing.length > 0)
      return refuse(
        `${file.path} has the fields ${list(tokens)}. Say ${list(missing)} too.`,
        `בקובץ ${file.path} יש השדות ${list(tokens)}. כתבו גם את ${list(missing)}.`,
        undefined,
        file.path,
      );
    const target = targetOf(asked, `${stemOf(file.path)}-${asked.say('filled', 'מלא')}.docx`, ['docx']);
    yield* call('docx_operations', {
      path: target,
      create_new: true,
      copy_from: file.path,
      track_changes: null,
      operations: [...given].map(([token, value]) => ({
        op: 'replace_text',
        search: `[${token}]`,
        replace: value,
        match_case: true,
        scope: 'all',
        allow_no_match: null,
      })),
      expected_version: null,
      summary: asked.say(`${file.path} filled in.`, `מילוי של ${file.path}.`),
    });
    return [
      asked.say(
        `Filled in a copy of ${file.path}, saved as ${target}:`,
        `מולא עותק של ${file.path} ונשמר בשם ${target}:`,
      ),
      ...[...given].map(([token, value]) => `- [${token}]: ${value}`),
    ].join('\n');
  },
};

type Letter = { readonly file: ListedFile; readonly tokens: readonly string[]; readonly words: string };

/** The document that is called so, or the only one that has such fields. */
function* letterMeant(asked: Asked): Sub<Letter | undefined> {
  const named = documentMeant(asked);
  const files = named ? [named.file] : asked.files.filter(({ kind, is_opaque }) => kind === 'docx' && !is_opaque);
  const found: Letter[] = [];
  for (const file of asked.source && !named ? [] : files.slice(0, 4)) {
    const text = (yield* blocksOf(file.path)).map((block) => block.text).join('\n');
    const tokens = [...new Set([...text.matchAll(/\[(\p{L}[\p{L} ]{1,28})\]/gu)].map(([, token = '']) => token))];
    if (tokens.length > 0) found.push({ file, tokens, words: named?.words ?? asked.original });
  }
  const [only, other] = found;
  return other ? undefined : only;
}

/** What each field becomes; undefined where a part of the request is for none of them. */
const readGiven = (words: string, tokens: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const given = new Map<string, string>();
  const tokenOf = (kind: RegExp) => {
    const [only, other] = tokens.filter((token) => kind.test(token));
    return other === undefined ? only : undefined;
  };
  const put = (token: string | undefined, value: string): boolean => {
    const plain = value.trim().replace(/^the (?=\p{Lu})/u, '');
    if (token === undefined || plain === '' || given.has(token) || plain.split(/\s+/u).some(isTurning)) return false;
    const day = readDay(plain);
    const isDay = /date|day|תאריך/iu.test(token);
    const written = day?.year === undefined ? undefined : writeDayLike({ ...day, year: day.year }, '1 January 2000');
    if (isDay && written === undefined) return false;
    given.set(token, isDay && written !== undefined ? written : plain);
    return true;
  };
  const rest = words
    .replace(opens, ' ')
    .replace(/^\s*(?:(?:the|an?|one|our|this|that|letter|form|document|template|copy|out|in|up)\s+)*/iu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!]+$/u, '');
  const parts = rest
    .split(/\s?[,;]\s?(?:and )?/u)
    .filter((part) => part.trim() !== '' && !/^(?:please|thanks|thank you)$/iu.test(part.trim()));
  for (const part of parts) {
    const plain = part.trim().replace(/^(?:and|with|the) /iu, '');
    const named = tokens.find((token) => new RegExp(`^${token}(?![\\p{L}])`, 'iu').test(plain));
    const day = /^(?:dated |date |on )?(?<day>\d{4}-\d\d-\d\d)$/u.exec(plain)?.groups?.day;
    const to = /^(?:letter |form )?(?:made out )?(?:for|to) (?<who>.+?)(?: in (?<place>[^,]+))?$/iu.exec(plain)?.groups;
    const isRead = named
      ? put(named, plain.slice(named.length).replace(/^\s*(?:is|=|:|should be|to|as)?\s*/iu, ''))
      : day !== undefined
        ? put(tokenOf(/date|day|תאריך/iu), day)
        : to?.who !== undefined &&
          put(tokenOf(whom), to.who) &&
          (to.place === undefined || put(tokenOf(where), to.place));
    if (!isRead) return undefined;
  }
  return given.size > 0 ? given : undefined;
};
