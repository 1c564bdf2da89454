/**
 * An answer that streams is sent on once its first piece is there. Until then nothing has been promised: a stop waits
 * for it as for any other answer, and of a server that dies the client hears an error at once, where a stream that
 * ends without a word leaves many waiting for a minute.
 */
export const withFirstPiece = async (response: Response, signal: AbortSignal): Promise<Response> => {
  const { body, status, headers } = response;
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  const first = await reader.read();
  signal.removeEventListener('abort', leave);
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
    pull: async (controller) => {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(rest, { status, headers });
};
