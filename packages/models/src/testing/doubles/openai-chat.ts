import { argumentsOf, pieces, type Turn, tokens, type Wire } from './script.ts';

/** The chat-completions stream that local servers speak, and Mistral with small differences. */
const chat = (finish: (hasCalls: boolean) => object): Wire => ({
  stream: (turn) =>
    [...deltasOf(turn), finish((turn.toolCalls ?? []).length > 0)].map(chunk).concat('data: [DONE]\n\n'),
  error: ({ type = 'server_error', message = 'no' }) =>
    JSON.stringify({ error: { type, code: type, message, param: null } }),
});

const usage = {
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
  prompt_tokens_details: { cached_tokens: tokens.cached },
  completion_tokens_details: { reasoning_tokens: tokens.reasoning },
};
const choice = (fields: object) => ({ choices: [{ index: 0, delta: {}, finish_reason: null, ...fields }] });

const deltasOf = ({ reasoning, text, toolCalls = [] }: Turn): object[] => [
  choice({ delta: { role: 'assistant', content: '' } }),
  ...pieces(reasoning ?? '').map((piece) => choice({ delta: { reasoning_content: piece } })),
  ...pieces(text ?? '').map((content) => choice({ delta: { content } })),
  ...toolCalls.map(({ id, name, input }, index) =>
    choice({
      delta: {
        tool_calls: [
          { index, id: id ?? `call${index}abcd`, type: 'function', function: { name, arguments: argumentsOf(input) } },
        ],
      },
    }),
  ),
];

const chunk = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'double', ...fields })}\n\n`;

const lastOf = (hasCalls: boolean) => choice({ finish_reason: hasCalls ? 'tool_calls' : 'stop' });

export const openaiChat = chat((hasCalls) => ({ ...lastOf(hasCalls), usage }));
export const mistralChat: Wire = {
  ...chat((hasCalls) => ({ ...lastOf(hasCalls), usage })),
  error: ({ type = 'server_error', message = 'no' }) =>
    JSON.stringify({ object: 'error', type, message, param: null, code: null }),
};
