import type { EventLog } from '@atelier/kernel/ports';
import type { ToolResults } from './deps.ts';

type Kept = {
  seq: number;
  head: string | undefined;
  readonly calls: Set<string>;
  readonly byEntry: Map<number, `sha256:${string}`>;
};

const begin = (): Kept => ({ seq: 0, head: undefined, calls: new Set(), byEntry: new Map() });

/** Which calls a conversation has had, and where their results are. Reads on from where it stopped. */
export const createToolIndex = (log: Pick<EventLog, 'read' | 'content'>, stream: string) => {
  let now = begin();
  const readOn = async (): Promise<Kept> => {
    let page = await log.read(stream, { from: now.seq, head: now.head });
    if (page.ok && page.value.next < now.seq) {
      now = begin();
      page = await log.read(stream);
    }
    if (!page.ok) return now;
    for (const { kind, data } of page.value.events) {
      if (kind === 'tool.called') now.calls.add(String(data.callId));
      if (kind === 'tool.returned' && typeof data.content === 'string')
        now.byEntry.set(Number(data.entryId), data.content as `sha256:${string}`);
    }
    now.seq = page.value.next;
    now.head = page.value.head;
    return now;
  };
  const results: ToolResults = {
    locate: async (entryId) => (await readOn()).byEntry.get(entryId),
    carried: (id) => log.content(stream, id),
  };
  return {
    results,
    /** Has to be called before `isCallIdUsed` is asked. */
    readOn,
    /** A call of this run, before it is in the log. */
    saw: (id: string): void => void now.calls.add(id),
    isCallIdUsed: (id: string): boolean => now.calls.has(id),
  };
};
