import type { Pool } from 'pg';
import type { Whispers } from '../../ports/whispers.ts';
import { NOTIFY } from './notify.ts';

export const WHISPERS = 'atelier_whispers';

/** PostgreSQL takes less than 8,000 bytes; the rest is for who says it and about what. */
const LONGEST = 7_000;

type Word = { readonly sender: string; readonly topic: string; readonly text: string };

/** Words by NOTIFY, on the connection that hears of commits. */
export const createWhispers = (pool: Pool, sender: string, listen: () => void) => {
  const hearers = new Map<string, Set<(text: string) => void>>();
  return {
    longest: LONGEST,
    say: (topic, text) => {
      if (Buffer.byteLength(text) > LONGEST) return;
      const word = JSON.stringify({ sender, topic, text } satisfies Word);
      // Quotes and line ends grow when they are written as JSON.
      if (Buffer.byteLength(word) >= 8_000) return;
      pool.query({ name: 'atelier-whisper', text: NOTIFY, values: [WHISPERS, word] }).catch(() => undefined);
    },
    hear: (topic, onText) => {
      listen();
      const all = hearers.get(topic) ?? new Set();
      hearers.set(topic, all.add(onText));
      return () => void all.delete(onText);
    },
    /** What came in over the connection. */
    take: (said: string | undefined): void => {
      const word = textToWord(said);
      if (!word || word.sender === sender) return;
      for (const onText of hearers.get(word.topic) ?? []) onText(word.text);
    },
  } satisfies Whispers & { readonly take: (said: string | undefined) => void };
};

const textToWord = (said: string | undefined): Word | undefined => {
  try {
    const { sender, topic, text } = JSON.parse(said ?? '') as Partial<Word>;
    if (typeof sender !== 'string' || typeof topic !== 'string' || typeof text !== 'string') return undefined;
    return { sender, topic, text };
  } catch {
    return undefined;
  }
};
