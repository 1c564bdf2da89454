import type { JsonObject, LogEvent, NewEvent } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import { z } from 'zod';
import { Autonomy, RiskPolicy } from '../../core/compiled.ts';
import type { SessionId } from '../../core/ids.ts';
import { type PersonWord, PersonWordKind } from '../../core/person-words.ts';
import { CONSOLE_STREAM, type ConsoleFacts } from '../../ports/console-facts.ts';
import type { Intent } from '../../ports/intents.ts';
import type { Marks } from '../../ports/retention.ts';

const sessionId = z.string() as unknown as z.ZodType<SessionId>;
const Fact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session.marked'),
    data: z.object({ sessionId, archived: z.boolean(), kept: z.boolean() }),
  }),
  z.object({ kind: z.literal('session.renamed'), data: z.object({ sessionId, title: z.string().nullable() }) }),
  z.object({ kind: z.literal('sessions.removed'), data: z.object({ sessionIds: z.array(sessionId) }) }),
  z.object({
    kind: z.literal('session.preferences_wished'),
    data: z.object({
      sessionId,
      intentId: z.string(),
      change: z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() }),
    }),
  }),
  z.object({
    kind: z.literal('session.spoken_to'),
    data: z.object({
      sessionId,
      messageId: z.string(),
      what: PersonWordKind,
      runId: z.string(),
      nodeId: z.string(),
      text: z.string().nullable(),
      by: z.string(),
    }),
  }),
]);
type Fact = z.infer<typeof Fact>;

type Told = { marks: Marks; title: string | null; wishes: Intent[]; words: PersonWord[] };

const UNMARKED: Marks = { archived: false, kept: false };

/** What was recorded could not be written; whoever asked for it is told by the edge. */
export class NotRecorded extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('a fact of the Console was not recorded');
    this.refusal = refusal;
  }
}

/** Folded from one small stream that every process of the installation reads on from where it was. */
export const createConsoleFacts = (log: Pick<EventLog, 'read' | 'append'>): ConsoleFacts => {
  const told = new Map<SessionId, Told>();
  let next = 0;
  let head: string | undefined;
  let reading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    let page = await log.read(CONSOLE_STREAM, { from: next, head });
    if (page.ok && page.value.next < next) {
      told.clear();
      next = 0;
      page = await log.read(CONSOLE_STREAM);
    }
    // A damaged stream keeps what was read before: verify and doctor name it, and no view fails for it.
    if (!page.ok) return;
    for (const event of page.value.events) fold(told, event);
    next = page.value.next;
    head = page.value.head;
  };
  /**
   * One look at a time. Whoever comes before it has begun shares it; whoever comes later shares the next. So each sees
   * all that was recorded before it asked, and a call that asks two things at once looks once.
   */
  const lookOnce = (): Promise<void> => {
    waiting ??= lookAfter(reading);
    return waiting;
  };
  const lookAfter = async (before: Promise<void> | undefined): Promise<void> => {
    // What stopped that one concerns those who waited for it.
    await before?.catch(() => undefined);
    reading = waiting;
    waiting = undefined;
    await look();
  };
  const now = async (): Promise<ReadonlyMap<SessionId, Told>> => {
    await lookOnce();
    return told;
  };
  const recordAll = async (events: readonly NewEvent[]): Promise<void> => {
    const done = await log.append(CONSOLE_STREAM, events, { expected: 'any' });
    if (!done.ok) throw new NotRecorded(done.error);
  };
  const record = (kind: Fact['kind'], data: JsonObject, key: string | null = null): Promise<void> =>
    recordAll([{ kind, key, data }]);

  return {
    marks: {
      all: async () => new Map([...(await now())].map(([id, { marks }]) => [id, marks])),
      set: async (ids, change) => {
        const known = await now();
        const marked = ids.map((sessionId) => {
          const marks = known.get(sessionId)?.marks ?? UNMARKED;
          return { sessionId, archived: change.archived ?? marks.archived, kept: change.kept ?? marks.kept };
        });
        await recordAll(marked.map((data) => ({ kind: 'session.marked', key: null, data })));
        return new Map(marked.map(({ sessionId, ...marks }) => [sessionId, marks]));
      },
      forget: async (sessionIds) => {
        const known = await now();
        const gone = sessionIds.filter((id) => known.has(id));
        if (gone.length > 0) await record('sessions.removed', { sessionIds: gone });
      },
    },
    intents: {
      pending: async (id) => (await now()).get(id)?.wishes ?? [],
      queue: (id, { intentId, change }) =>
        record(
          'session.preferences_wished',
          { sessionId: id, intentId, change: { ...change } as JsonObject },
          `wish:${intentId}`,
        ),
    },
    words: {
      said: async (id) => (await now()).get(id)?.words ?? [],
      settledAt: async () =>
        new Map(
          [...(await now())].flatMap(([id, { words }]) => {
            const last = words.findLast(({ kind }) => kind !== 'commented');
            return last ? [[id, last.at]] : [];
          }),
        ),
      say: (id, { messageId, kind, runId, nodeId, text, by }) =>
        record(
          'session.spoken_to',
          { sessionId: id, messageId, what: kind, runId, nodeId, text, by },
          `word:${messageId}`,
        ),
    },
    titles: {
      all: async () => new Map([...(await now())].flatMap(([id, { title }]) => (title === null ? [] : [[id, title]]))),
      rename: (id, title, by) => record('session.renamed', { sessionId: id, title, by }),
    },
  };
};

const fold = (told: Map<SessionId, Told>, event: LogEvent): void => {
  const parsed = Fact.safeParse(event);
  // A kind of a later version says something this one cannot show.
  if (!parsed.success) return;
  const { kind, data } = parsed.data;
  if (kind === 'sessions.removed') {
    for (const id of data.sessionIds) told.delete(id);
    return;
  }
  const known = told.get(data.sessionId) ?? { marks: UNMARKED, title: null, wishes: [], words: [] };
  told.set(data.sessionId, known);
  switch (kind) {
    case 'session.marked':
      known.marks = { archived: data.archived, kept: data.kept };
      return;
    case 'session.renamed':
      known.title = data.title;
      return;
    case 'session.preferences_wished':
      known.wishes.push({ intentId: data.intentId, kind: 'set_preferences', change: data.change });
      return;
    case 'session.spoken_to':
      known.words.push({
        messageId: data.messageId,
        kind: data.what,
        runId: data.runId as PersonWord['runId'],
        nodeId: data.nodeId as PersonWord['nodeId'],
        text: data.text,
        by: data.by,
        at: event.at,
      });
  }
};
