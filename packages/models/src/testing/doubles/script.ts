import type { JsonObject } from '@atelier/kernel/core';

/** What a double answers to one request. */
export type Turn = {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly input: JsonObject | string }[];
  /** Answers with this status instead of a stream. */
  readonly error?: {
    readonly status: number;
    readonly type?: string;
    readonly message?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Milliseconds before anything is sent. */
  readonly delay?: number;
  /** Falls silent for `ms` after the first `after` chunks. */
  readonly hold?: { readonly after: number; readonly ms: number };
  /** Sends only the first `after` chunks, then ends politely or breaks the connection. */
  readonly cut?: { readonly after: number; readonly how: 'end' | 'break' };
  /** Sends this in place of the answer's bytes. */
  readonly raw?: string;
  readonly redirectTo?: string;
};

export type SeenRequest = {
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
};

/** A wire format: how a turn looks as the chunks of that provider's stream, and as its error body. */
export type Wire = {
  readonly stream: (turn: Turn) => readonly string[];
  readonly error: (turn: NonNullable<Turn['error']>) => string;
};

/** Streams are cut in the middle of words in real life; small pieces keep the tests honest. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,5}/g) ?? [];

export const argumentsOf = (input: JsonObject | string): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

export const tokens = { input: 120, cached: 20, output: 30, reasoning: 10 } as const;
