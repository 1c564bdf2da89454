import type { JsonObject } from '@atelier/kernel/core';

/** What a double answers to one request. */
export type Turn = {
  readonly reasoning?: string;
  readonly text?: string;
  /** An `id` of null comes without one. */
  readonly toolCalls?: readonly ScriptedCall[];
  /** Why the answer ends, when it is neither whole nor a tool call. */
  readonly ends?: 'length' | 'filtered' | 'malformed_call';
  readonly error?: ScriptedError;
  /** Milliseconds before anything is sent. */
  readonly delay?: number;
  /** Sends nothing before this has happened: where a test must come first, on a machine of any speed. */
  readonly after?: Promise<unknown>;
  /** Falls silent after the first `after` chunks, for `ms` or until something has happened. */
  readonly hold?: { readonly after: number } & ({ readonly ms: number } | { readonly until: Promise<unknown> });
  /** Sends only the first `after` chunks and so many bytes of the next, then ends politely or breaks the connection. */
  readonly cut?: { readonly after: number; readonly bytes?: number; readonly how: 'end' | 'break' };
  /** Sends this in place of the answer's bytes. */
  readonly raw?: string;
  /** The media type it is sent as, where that is none of a stream. */
  readonly type?: string;
  readonly redirectTo?: string;
};

export type ScriptedCall = {
  readonly id?: string | null;
  readonly name: string;
  readonly input: JsonObject | string;
};

/** Answers with this status; with `after`, inside a stream that began well, so many chunks into it. */
export type ScriptedError = {
  readonly status: number;
  readonly type?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body, where the words of a real one matter. */
  readonly body?: JsonObject;
  readonly after?: number;
};

export type SeenRequest = {
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
};

/** A wire format: how a turn looks as the chunks of that provider's stream, and as its error. */
export type Wire = {
  readonly stream: (turn: Turn) => readonly string[];
  /** How many chunks at the end say nothing that an answer needs: with all the others it may be finished. */
  readonly spare: number;
  readonly error: (error: ScriptedError) => JsonObject;
  readonly errorChunk: (error: ScriptedError) => string;
};

/** Streams are cut in the middle of words in real life; small pieces keep the tests honest. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,5}/g) ?? [];

export const argumentsOf = (input: JsonObject | string): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

export const tokens = { input: 120, cached: 20, output: 30, reasoning: 10 } as const;
