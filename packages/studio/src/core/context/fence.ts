import type { Json } from '@atelier/kernel/core';

/** A rough count that errs on the safe side: three bytes of UTF-8 to a token. */
export const tokenEstimate = (text: string): number => Math.ceil(encoder.encode(text).length / 3);

const encoder = new TextEncoder();

/**
 * Data between two lines nobody can have written before: the delimiter is made for this turn. What stands between is
 * JSON, so a text in it cannot end the block even if it guessed the line.
 */
export const fenced = (delimiter: string, name: string, data: Json): string => {
  const body = JSON.stringify(data).replaceAll(delimiter, '');
  return `<<${delimiter} ${name}>>\n${body}\n<<${delimiter} end>>`;
};
