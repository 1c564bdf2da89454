import { argumentsOf, pieces, type ScriptedCall, type ScriptedError, type Turn, tokens, type Wire } from './script.ts';

const theEnd = 'data: [DONE]\n\n';
const usage = {
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
  prompt_tokens_details: { cached_tokens: tokens.cached },
  completion_tokens_details: { reasoning_tokens: tokens.reasoning },
};
const finishReasons = { length: 'length', filtered: 'content_filter', malformed_call: 'error' } as const;

const choice = (fields: object) => ({ choices: [{ index: 0, delta: {}, finish_reason: null, ...fields }] });

const deltasOf = ({ reasoning, text, toolCalls = [] }: Turn): object[] => [
  choice({ delta: { role: 'assistant', content: '' } }),
  ...pieces(reasoning ?? '').map((piece) => choice({ delta: { reasoning_content: piece } })),
  ...pieces(text ?? '').map((content) => choice({ delta: { content } })),
  ...toolCalls.flatMap(callDeltas),
];

/** The name first and alone, then the arguments piece by piece, held together by their index. */
const callDeltas = ({ id, name, input }: ScriptedCall, index: number): object[] => {
  const delta = (call: object) => choice({ delta: { tool_calls: [{ index, ...call }] } });
  return [
    delta({
      ...(id === null ? {} : { id: id ?? `call${index}abcd` }),
      type: 'function',
      function: { name, arguments: '' },
    }),
    ...pieces(argumentsOf(input)).map((piece) => delta({ function: { arguments: piece } })),
  ];
};

const lastOf = ({ toolCalls = [], ends }: Turn) =>
  choice({ finish_reason: ends ? finishReasons[ends] : toolCalls.length > 0 ? 'tool_calls' : 'stop' });

const completion = (fields: object) => ({
  id: 'chat_1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'double',
  ...fields,
});
const chunk = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`;

const errorOf = ({ type = 'server_error', message = 'no' }: ScriptedError) => ({
  error: { type, code: type, message, param: null },
});
const mistralErrorOf = ({ type = 'server_error', message = 'no' }: ScriptedError) => ({
  object: 'error',
  type,
  message,
  param: null,
  code: null,
});

/** The chat-completions stream that local servers speak; what it cost comes after the last word, in a chunk of its own. */
export const openaiChat: Wire = {
  stream: (turn) => [...deltasOf(turn), lastOf(turn), { choices: [], usage }].map(completion).map(chunk).concat(theEnd),
  spare: 2,
  error: errorOf,
  errorChunk: (error) => chunk(error.body ?? errorOf(error)),
};

/** Mistral: the same with small differences. */
export const mistralChat: Wire = {
  stream: (turn) => [...deltasOf(turn), { ...lastOf(turn), usage }].map(completion).map(chunk).concat(theEnd),
  spare: 1,
  error: mistralErrorOf,
  errorChunk: (error) => chunk(error.body ?? mistralErrorOf(error)),
};
