import type { UserQuestion } from '@atelier/rails/core';

/** The one thing asked for. */
const KEY = 'person';

export type Form = {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: { answer: { type: 'string'; title: string } | { type: 'boolean'; title: string } };
    readonly required: string[];
  };
};

/** Instead of an answer: the client asks its user and makes the same call again. */
export type Asked = {
  readonly resultType: 'input_required';
  readonly inputRequests: { readonly [KEY]: { readonly method: 'elicitation/create'; readonly params: Form } };
  readonly isError?: undefined;
  readonly structuredContent?: undefined;
};

export type Person = 'can_be_asked' | { readonly said: string | true };

export const questionResult = ({ message, wants }: UserQuestion): Asked => ({
  resultType: 'input_required',
  inputRequests: {
    [KEY]: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            answer: wants === 'yes' ? { type: 'boolean', title: 'Yes' } : { type: 'string', title: 'Your answer' },
          },
          required: ['answer'],
        },
      },
    },
  },
});

export const isAsked = (result: object): result is Asked =>
  'resultType' in result && result.resultType === 'input_required';

export const formOf = ({ inputRequests }: Asked): Form => inputRequests[KEY].params;

/** What came back with a call made again; untrusted like everything a client sends. */
export const personIn = (responses: Readonly<Record<string, unknown>>): Person | undefined => personOf(responses[KEY]);

/** A "no", an empty answer or a closed form is no answer: the step then stops, and says what it needs. */
export const personOf = (response: unknown): Person | undefined => {
  if (typeof response !== 'object' || response === null) return undefined;
  const { action, content } = response as { action?: unknown; content?: { answer?: unknown } };
  if (action !== 'accept' || typeof content !== 'object' || content === null) return undefined;
  const { answer } = content;
  if (answer === true) return { said: true };
  return typeof answer === 'string' && answer.trim() !== '' ? { said: answer.trim() } : undefined;
};
