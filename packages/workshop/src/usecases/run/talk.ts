import type { EventLog } from '@atelier/kernel/ports';
import type { Bench } from '../../core/bench.ts';
import { readEvent } from '../../core/codec.ts';
import type { ContentId, MessageId } from '../../core/ids.ts';
import { pathTo } from '../../core/path.ts';
import type { Said } from '../../core/prompt/assemble.ts';

export type TalkMessage = Said & { readonly id: MessageId };

export type Talk = {
  /** The person's message that is answered. */
  readonly request: string;
  /** What was said before it on the active path and is not covered by the summary, oldest first. */
  readonly before: readonly TalkMessage[];
  /** What stands for everything before that, and for how many messages. */
  readonly summary: ContentId | null;
  readonly covered: number;
};

const pageSize = 500;

/**
 * The words of the active path up to a question: all that no summary stands for. Read from the end, so that what is
 * summed up is not read again.
 */
export const readTalk = async (
  log: Pick<EventLog, 'read'>,
  stream: string,
  end: number,
  bench: Bench,
  questionId: MessageId,
): Promise<Talk> => {
  const path = pathTo(bench, questionId).filter(({ role }) => role !== 'system');
  const onPath = new Map(path.map(({ id }, at) => [id as string, at]));
  let wanted = new Set<string>(path.map(({ id }) => id));
  const words = new Map<string, { offset: number; text: string }[]>();
  const found = new Set<string>();
  let summary: { readonly textId: ContentId; readonly last: number } | undefined;

  for (let to = end; to > 0 && [...wanted].some((id) => !found.has(id)); ) {
    const from = Math.max(0, to - pageSize);
    const page = await log.read(stream, { from, limit: to - from });
    if (!page.ok) throw new Error(`the conversation cannot be read: ${page.error.code}`);
    for (const recorded of page.value.events.toReversed()) {
      const event = readEvent(recorded);
      if (event?.kind === 'message.user' && wanted.has(event.data.messageId)) {
        words.set(event.data.messageId, [{ offset: 0, text: event.data.text }]);
        found.add(event.data.messageId);
      } else if (event?.kind === 'message.assistant_partial' && wanted.has(event.data.messageId)) {
        const { messageId, offset, text } = event.data;
        words.set(messageId, [{ offset, text }, ...(words.get(messageId) ?? [])]);
      } else if (event?.kind === 'message.assistant_started' && wanted.has(event.data.messageId)) {
        found.add(event.data.messageId);
      } else if (event?.kind === 'message.summary' && !summary) {
        const [first, last] = [onPath.get(event.first), onPath.get(event.last)];
        if (first === undefined || last === undefined) continue;
        summary = { textId: event.textId, last };
        wanted = new Set(path.slice(last + 1).map(({ id }) => id));
      }
    }
    to = from;
  }
  const said = path
    .filter(({ id }) => wanted.has(id))
    .map(
      ({ id, role }): TalkMessage => ({
        id,
        role: role === 'user' ? 'user' : 'assistant',
        text: joined(words.get(id)),
      }),
    );
  return {
    request: said.at(-1)?.text ?? '',
    before: said.slice(0, -1).filter(({ text }) => text.trim() !== ''),
    summary: summary?.textId ?? null,
    covered: summary === undefined ? 0 : summary.last + 1,
  };
};

/** A piece that comes again after a crash takes the place of the first. */
const joined = (pieces: readonly { readonly offset: number; readonly text: string }[] = []): string =>
  pieces.reduce((text, piece) => (piece.offset <= text.length ? text.slice(0, piece.offset) + piece.text : text), '');
