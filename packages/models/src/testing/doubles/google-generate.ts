import { pieces, type Turn, tokens, type Wire } from './script.ts';

/** Google's streamGenerateContent as server-sent events. It has no ids for tool calls, and no way to send a broken one. */
export const googleGenerate: Wire = {
  stream: (turn) => framesOf(turn).map((frame) => `data: ${JSON.stringify(frame)}\n\n`),
  error: ({ status, type = 'INTERNAL', message = 'no' }) =>
    JSON.stringify({ error: { code: status, status: type, message } }),
};

const framesOf = ({ reasoning, text, toolCalls = [] }: Turn): object[] => [
  ...pieces(reasoning ?? '').map((piece) => candidate([{ text: piece, thought: true }])),
  ...pieces(text ?? '').map((piece) => candidate([{ text: piece }])),
  ...toolCalls.map(({ name, input }) =>
    candidate([{ functionCall: { name, args: typeof input === 'string' ? {} : input }, thoughtSignature: 'sealed' }]),
  ),
  {
    ...candidate([{ text: '' }], 'STOP'),
    usageMetadata: {
      promptTokenCount: tokens.input,
      cachedContentTokenCount: tokens.cached,
      candidatesTokenCount: tokens.output - tokens.reasoning,
      thoughtsTokenCount: tokens.reasoning,
      totalTokenCount: tokens.input + tokens.output,
    },
  },
];

const candidate = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
  modelVersion: 'double',
});
