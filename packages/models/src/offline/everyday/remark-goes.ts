import { THEN } from '../parts.ts';
import { isNote } from './items.ts';
import { placeSaidBy } from './said-names.ts';
import type { Sheet } from './sheets.ts';

const noun = 'remarks?|notes?|comments?';
const going: readonly RegExp[] = [
  new RegExp(
    `[\\s,.;]+(?:and |also |then |you can |please |so )*(?:clear|remove|delete|take out|drop|wipe|empty|blank|take off)(?: out| off)? (?:the |her |his |their |its |that )?(?:${noun})(?: too| as well| off| out)?[\\s.!]*$`,
    'iu',
  ),
  new RegExp(
    `[\\s,.;]+(?:and |also |so )*(?:the |her |his |their |that )?(?:${noun}) (?:can go|off|out|goes|can come off|can come out)(?: too| as well| now)?[\\s.!]*$`,
    'iu',
  ),
];

/** "…, and clear the remark": of the one row that the change before it is of. */
export const withoutRemark = (
  words: string,
  sheets: readonly Sheet[],
  changed: (words: string) => string | undefined,
): string | undefined => {
  const tail = going.find((each) => each.test(words));
  const act = tail && changed(words.replace(tail, '').trim());
  const acts = act?.split(THEN.en) ?? [];
  const rows = new Set(
    acts.map((each) => /^Set "[^"]*" to "[^"]*" in row (\d+) of (.+)$/u.exec(each)?.slice(1).join(' of ')),
  );
  const [row] = rows;
  if (row === undefined || rows.size !== 1) return undefined;
  const sheet = sheets.find((each) => row.endsWith(` of ${placeSaidBy(each)}`));
  const [note, other] = sheet?.heads.filter((head) => head.kind === 'text' && isNote(head)) ?? [];
  const at = sheet?.rowIds.indexOf(Number(/^\d+/u.exec(row)?.[0])) ?? -1;
  const isThere = note !== undefined && sheet?.shown[at]?.[note.at] != null;
  return note && !other && isThere ? [...acts, `Clear "${note.name}" in row ${row}`].join(THEN.en) : undefined;
};
