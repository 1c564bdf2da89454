import type { JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';
import type { FinishReason } from './chat.ts';
import type { ModelFailure } from './failure.ts';

/** Judges the text of a whole answer against the schema it was asked to fit: not every provider holds its model to it. */
export const createAnswerCheck = (schema: JsonObject) => {
  const fitting = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  return (text: string, reason: FinishReason): ModelFailure | undefined => {
    if (fitting.safeParse(jsonIn(text)).success) return undefined;
    return { code: 'MODEL_OUTPUT_MALFORMED', message: reason === 'length' ? cutShort : doesNotFit };
  };
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const doesNotFit =
  'The model answered with something else than the form it was asked for. Try again, or choose another model.';
const cutShort = 'The model ran out of room before its answer had the form it was asked for. Ask for less at once.';
