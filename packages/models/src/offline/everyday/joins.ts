import { hasSameLetters, isSpeltAlike } from '../reading/spelling.ts';
import { placeName } from '../rules/word-question.ts';
import { both } from './filters.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import type { Filter } from './states.ts';

/** The columns by which the rows of two tables belong together: called alike, or filled with the same names. */
const keysOf = (sheet: Sheet, other: Sheet): readonly [Head, Head] | undefined => {
  const pairs = sheet.heads
    .filter(({ kind, texts }, at) => kind === 'text' && at < 4 && texts.size > sheet.rows.length * 0.8)
    .flatMap((own) =>
      other.heads.flatMap((head) => {
        if (head.kind !== 'text' || head.texts.size < 3) return [];
        const shared = [...head.texts.keys()].filter((text) => own.texts.has(text)).length;
        return shared >= head.texts.size * 0.5 ? [{ own, head, shared }] : [];
      }),
    )
    .toSorted((a, b) => b.shared - a.shared);
  const [best, next] = pairs;
  return best && (!next || next.shared < best.shared) ? [best.own, best.head] : undefined;
};

/** "Customers without a delivery": the rows of one table that no row of another one names. */
export const withoutRowsIn = (sheet: Sheet, other: Sheet): Filter | undefined => {
  const keys = keysOf(sheet, other);
  if (!keys) return undefined;
  const [own, head] = keys;
  const named = [...head.texts.keys()];
  const alike = (text: string) =>
    named.find((each) => each !== text && (hasSameLetters(each, text) || isSpeltAlike(each, text)));
  const isNamed = (text: string) => head.texts.has(text) || alike(text) !== undefined;
  const near = [...own.texts].flatMap(([text, { written }]) => {
    const found = head.texts.has(text) ? undefined : alike(text);
    return found === undefined ? [] : [`${head.texts.get(found)?.written} = ${written}`];
  });
  const place = placeName(other.table);
  return {
    key: `without ${place}`,
    keep: (row) => row[own.at] !== null && !isNamed(plain(String(row[own.at] ?? ''))),
    said: both(`no row of ${place} names the ${own.name}`, `${own.name} אינו מופיע בקובץ ${place}`),
    ...(near.length > 0
      ? {
          notes: [
            both(
              `Counted as one name: ${near.slice(0, 3).join(', ')}.`,
              `נספר כשם אחד: ${near.slice(0, 3).join(', ')}.`,
            ),
          ],
        }
      : {}),
  };
};
