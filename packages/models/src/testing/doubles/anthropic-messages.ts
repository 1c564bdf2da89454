import { argumentsOf, pieces, type ScriptedError, type Turn, tokens, type Wire } from './script.ts';

type Frame = { readonly type: string } & Record<string, unknown>;

const chunk = (frame: Frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`;
const errorOf = ({ type = 'api_error', message = 'no' }: ScriptedError) => ({
  type: 'error',
  error: { type, message },
});

/** Anthropic's Messages API as server-sent events. */
export const anthropicMessages: Wire = {
  stream: (turn) => framesOf(turn).map(chunk),
  spare: 0,
  error: errorOf,
  errorChunk: (error) => chunk(errorOf(error)),
};

const stopReasons = { length: 'max_tokens', filtered: 'refusal', malformed_call: 'tool_use' } as const;

const framesOf = ({ reasoning, text, toolCalls = [], ends }: Turn): Frame[] => {
  const blocks: Frame[][] = [
    ...(reasoning
      ? [
          block({ type: 'thinking', thinking: '' }, [
            ...pieces(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
            { type: 'signature_delta', signature: 'sealed' },
          ]),
        ]
      : []),
    ...(text
      ? [
          block(
            { type: 'text', text: '' },
            pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
          ),
        ]
      : []),
    ...toolCalls.map(({ id, name, input }, index) =>
      block(
        { type: 'tool_use', id: id === undefined ? `toolu_${index}` : (id ?? ''), name, input: {} },
        pieces(argumentsOf(input)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
  ];
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'double',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: tokens.input - tokens.cached,
          output_tokens: 1,
          cache_read_input_tokens: tokens.cached,
          cache_creation_input_tokens: 0,
        },
      },
    },
    ...blocks.flatMap((frames, index) => frames.map((frame) => ({ ...frame, index }))),
    {
      type: 'message_delta',
      delta: {
        stop_reason: ends ? stopReasons[ends] : toolCalls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { output_tokens: tokens.output },
    },
    { type: 'message_stop' },
  ];
};

const block = (content_block: object, deltas: readonly object[]): Frame[] => [
  { type: 'content_block_start', content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', delta })),
  { type: 'content_block_stop' },
];
