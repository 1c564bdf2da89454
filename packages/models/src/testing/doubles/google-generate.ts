import { pieces, type ScriptedError, type Turn, tokens, type Wire } from './script.ts';

const chunk = (frame: object) => `data: ${JSON.stringify(frame)}\n\n`;
const errorOf = ({ status, type = 'INTERNAL', message = 'no' }: ScriptedError) => ({
  error: { code: status, status: type, message },
});

/** Google's streamGenerateContent as server-sent events. It has no ids for tool calls, and says of a broken one only that there was one. */
export const googleGenerate: Wire = {
  stream: (turn) => framesOf(turn).map(chunk),
  spare: 0,
  error: errorOf,
  errorChunk: (error) => chunk(errorOf(error)),
};

const finishReasons = { length: 'MAX_TOKENS', filtered: 'SAFETY', malformed_call: 'MALFORMED_FUNCTION_CALL' } as const;

const framesOf = ({ reasoning, text, toolCalls = [], ends }: Turn): object[] => [
  ...pieces(reasoning ?? '').map((piece) => candidate([{ text: piece, thought: true }])),
  ...pieces(text ?? '').map((piece) => candidate([{ text: piece }])),
  ...toolCalls.map(({ name, input }) =>
    candidate([{ functionCall: { name, args: input }, thoughtSignature: 'sealed' }]),
  ),
  {
    ...candidate([{ text: '' }], ends ? finishReasons[ends] : 'STOP'),
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
