import type { ModelFailure } from '../core/failure.ts';
import { usageFrom } from '../core/usage.ts';

/** An answer came, and it is not a stream of this provider's: a sign-in page, or a server that does not stream. */
export class ForeignAnswer extends Error {
  readonly failure: ModelFailure = {
    code: 'MODEL_OUTPUT_MALFORMED',
    message: 'The address answered, but not with a stream of a model. Check the address and that streaming is on.',
    // Something answered and said no word, so that nothing is billed.
    status: 200,
  };
}

type Fetch = typeof globalThis.fetch;

/** Looks at how an answer begins: what is no event stream would otherwise read as a connection that broke, and be asked again. */
export const onlyStreams =
  (door: Fetch): Fetch =>
  async (input, init) => {
    const answer = await door(input, init);
    const type = answer.headers.get('content-type') ?? '';
    if (answer.ok && /^(application\/json|text\/html|text\/plain)/i.test(type)) {
      await answer.body?.cancel();
      throw new ForeignAnswer();
    }
    return answer;
  };

/**
 * Servers that people set up themselves say anything: `"12"`, `NaN`, half a token. One such figure makes the client
 * give up the whole answer, so usage is checked line by line before the client reads it.
 */
export const soundUsage =
  (door: Fetch): Fetch =>
  async (input, init) => {
    const answer = await door(input, init);
    if (!answer.ok || !answer.body) return answer;
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let held: Buffer = Buffer.alloc(0);
    let isBegun = false;
    const take = (piece: Uint8Array): Uint8Array | undefined => {
      const joined = held.length === 0 ? view(piece) : Buffer.concat([held, piece]);
      const end = joined.lastIndexOf(10) + 1;
      held = joined.subarray(end);
      return end === 0 ? undefined : checked(joined.subarray(0, end));
    };
    const checked = (lines: Buffer): Uint8Array => {
      if (!isBegun) {
        const start = lines
          .toString('utf8', 0, 64)
          .replace(/^\uFEFF/, '')
          .trimStart();
        if (start !== '') isBegun = true;
        if (/^[<{[]/.test(start)) throw new ForeignAnswer();
      }
      return lines.includes(mark) ? Buffer.from(lines.toString().split('\n').map(soundLine).join('\n')) : lines;
    };
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) {
            if (held.length > 0) controller.enqueue(checked(held));
            return controller.close();
          }
          const lines = take(value);
          if (lines) return controller.enqueue(lines);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };

const mark = '"usage"';

const view = (piece: Uint8Array): Buffer => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);

const soundLine = (line: string): string => {
  if (!line.startsWith('data:') || !line.includes(mark)) return line;
  const frame = frameIn(line.slice(5));
  if (!frame || !isRecord(frame.usage)) return line;
  const { prompt_tokens_details: taken, completion_tokens_details: given, ...usage } = frame.usage;
  const sound = usageFrom({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cachedInput: isRecord(taken) ? taken.cached_tokens : 0,
    reasoning: isRecord(given) ? given.reasoning_tokens : 0,
  });
  return `data: ${JSON.stringify({
    ...frame,
    usage: sound && {
      prompt_tokens: sound.inputTokens,
      completion_tokens: sound.outputTokens,
      prompt_tokens_details: { cached_tokens: sound.cachedInputTokens },
      completion_tokens_details: { reasoning_tokens: sound.reasoningTokens },
    },
  })}`;
};

/** A bare `NaN` is no JSON: it is read as the figure it is not. */
const frameIn = (text: string): Record<string, unknown> | undefined => {
  for (const tried of [text, text.replace(/:\s*-?(?:NaN|Infinity)/g, ':null')]) {
    try {
      const frame: unknown = JSON.parse(tried);
      return isRecord(frame) ? frame : undefined;
    } catch {}
  }
  return undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
