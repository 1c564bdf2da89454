import { argumentsOf, pieces, type Turn, tokens, type Wire } from './script.ts';

type Frame = { readonly type: string } & Record<string, unknown>;

const chunk = (frame: Frame, sequence_number: number) =>
  `event: ${frame.type}\ndata: ${JSON.stringify({ ...frame, sequence_number })}\n\n`;

/** OpenAI's Responses API as server-sent events. */
export const openaiResponses: Wire = {
  stream: (turn) => framesOf(turn).map(chunk),
  spare: 0,
  error: ({ status, type = 'server_error', message = 'no' }) => ({
    error: { type, code: type, message, param: null, status },
  }),
  errorChunk: ({ type = 'server_error', message = 'no', after = 0 }) =>
    chunk({ type: 'error', code: type, message, param: null }, after),
};

const incompleteReasons = {
  length: 'max_output_tokens',
  filtered: 'content_filter',
  malformed_call: 'other',
} as const;

const framesOf = ({ reasoning, text, toolCalls = [], ends }: Turn): Frame[] => {
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'double',
    status: 'in_progress',
    output: [],
  };
  const items = [
    ...(reasoning ? [reasoningItem(reasoning)] : []),
    ...(text ? [messageItem(text)] : []),
    ...toolCalls.map(({ id, name, input }, index) =>
      callItem(id === undefined ? `call_${index}` : (id ?? ''), name, argumentsOf(input), index),
    ),
  ];
  return [
    { type: 'response.created', response },
    ...items.flatMap((item, output_index) => item.map((frame) => ({ ...frame, output_index }))),
    {
      type: ends ? 'response.incomplete' : 'response.completed',
      response: {
        ...response,
        status: ends ? 'incomplete' : 'completed',
        incomplete_details: ends ? { reason: incompleteReasons[ends] } : null,
        usage: {
          input_tokens: tokens.input,
          input_tokens_details: { cached_tokens: tokens.cached },
          output_tokens: tokens.output,
          output_tokens_details: { reasoning_tokens: tokens.reasoning },
          total_tokens: tokens.input + tokens.output,
        },
      },
    },
  ];
};

const reasoningItem = (text: string): Frame[] => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
  return [
    { type: 'response.output_item.added', item },
    {
      type: 'response.reasoning_summary_part.added',
      item_id: 'rs_1',
      summary_index: 0,
      part: { type: 'summary_text', text: '' },
    },
    ...pieces(text).map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      item_id: 'rs_1',
      summary_index: 0,
      delta,
    })),
    { type: 'response.output_item.done', item: { ...item, summary: [{ type: 'summary_text', text }] } },
  ];
};

const messageItem = (text: string): Frame[] => {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
  return [
    { type: 'response.output_item.added', item },
    ...pieces(text).map((delta) => ({
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      content_index: 0,
      delta,
      logprobs: [],
    })),
    {
      type: 'response.output_item.done',
      item: { ...item, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    },
  ];
};

const callItem = (call_id: string, name: string, written: string, index: number): Frame[] => {
  const item = { type: 'function_call', id: `fc_${index}`, call_id, name, arguments: '', status: 'in_progress' };
  return [
    { type: 'response.output_item.added', item },
    ...pieces(written).map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: item.id, delta })),
    { type: 'response.function_call_arguments.done', item_id: item.id, arguments: written },
    { type: 'response.output_item.done', item: { ...item, arguments: written, status: 'completed' } },
  ];
};
