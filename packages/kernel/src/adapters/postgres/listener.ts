import pg from 'pg';
import type { StreamId } from '../../core/event.ts';
import { type Database, LISTENER_NAME } from './database.ts';
import { WHISPERS } from './whispers.ts';

export const CHANNEL = 'atelier_commits';
const RECONNECT_MS = [100, 500, 1_000, 5_000];

/** Who committed, and to which streams; no streams: more than one word can name. */
export type CommitWord = { readonly sender: string; readonly streams: readonly StreamId[] };

/** PostgreSQL takes a word of less than 8,000 bytes. */
const LONGEST_WORD = 7_000;

export const wordToText = (word: CommitWord): string => {
  const text = JSON.stringify(word);
  return text.length <= LONGEST_WORD ? text : JSON.stringify({ ...word, streams: [] });
};

/** Undefined for what is none of ours. */
export const textToWord = (text: string | undefined): CommitWord | undefined => {
  try {
    const { sender, streams } = JSON.parse(text ?? '') as Partial<CommitWord>;
    return typeof sender === 'string' && Array.isArray(streams) ? { sender, streams } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Hears of commits by other processes. A hint only: whatever is said while the connection is down is lost, so one
 * that names nothing comes on every connect too, and followers look again by themselves.
 */
export const createListener = (
  { url, silentMs }: Pick<Database, 'url' | 'silentMs'>,
  hear: (word: CommitWord | undefined) => void,
  whispered: (said: string | undefined) => void,
) => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: silentMs,
      query_timeout: silentMs,
    });
    next.on('notification', ({ channel, payload }) => {
      if (channel === WHISPERS) whispered(payload);
      else hear(textToWord(payload));
    });
    next.on('error', () => undefined);
    let asking: NodeJS.Timeout | undefined;
    next.on('end', () => {
      clearInterval(asking);
      if (client === next) client = undefined;
      later();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}; listen ${WHISPERS}`);
      client = next;
      failures = 0;
      // Where nothing is said one hears nothing, from a connection that is broken as from one that is not.
      const isThere = () => next.query('select 1').catch(() => next.connection.stream.destroy());
      asking = setInterval(isThere, 2 * silentMs).unref();
      if (closed) await next.end();
      hear(undefined);
    } catch {
      // Politely it would wait for an answer.
      next.connection.stream.destroy();
      later();
    }
  };

  const later = (): void => {
    if (closed || timer !== undefined) return;
    const pause = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, pause);
  };

  void connect();
  return {
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};

export type Listener = ReturnType<typeof createListener>;
