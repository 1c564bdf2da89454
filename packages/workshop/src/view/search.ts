import type { ValueOf } from '@atelier/contracts';
import { nodesUpFrom } from './path-items.ts';
import type { Transcript } from './transcript.ts';

type Found = ValueOf<'WorkbenchSearch'>;

const around = 60;

/** Where the words stand on the active path, newest first. Case makes no difference. */
export const searchPath = (
  talk: Pick<Transcript, 'nodes'>,
  head: string | null,
  query: string,
  { limit, from: first = 0 }: { readonly limit: number; readonly from?: number | undefined },
): Found => {
  const wanted = query.toLowerCase();
  const path = [...nodesUpFrom(talk, head)];
  const matches: Found['matches'] = [];
  let total = 0;
  path.forEach(({ id, role, at, item }, back) => {
    if (!item || role === 'system' || !('text' in item)) return;
    const text = item.text.toLowerCase();
    // Lower case may be longer than the text itself; then the place cannot be told and the whole message is it.
    const isSame = text.length === item.text.length;
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
      total += 1;
      if (total <= first || matches.length >= limit) continue;
      const start = isSame ? Math.max(0, from - around) : 0;
      const end = isSame
        ? Math.min(item.text.length, from + wanted.length + around)
        : Math.min(item.text.length, 2 * around);
      matches.push({
        messageId: id,
        role,
        at,
        position: path.length - 1 - back,
        snippet: item.text.slice(start, end),
        start: isSame ? from - start : 0,
        end: isSame ? from - start + wanted.length : 0,
      });
    }
  });
  return { matches, total };
};
