/** Four bytes to a token: what a prompt takes is estimated from its bytes alone, the same on every machine. */
export const tokensOf = (text: string): number => Math.ceil(bytesOf(text) / 4);

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;

/** What a prompt may take of a model's window: the rest is for the answer and for what an estimate misses. */
export const promptLimit = (contextTokens: number): number =>
  Math.floor(0.8 * contextTokens - Math.min(16_000, contextTokens / 10));

/** Maps of all files together, of one file, and text that is given in full. */
export const mapShare = 0.25;
export const mostTokensPerMap = 4_000;
export const mostInlinedTokens = 6_000;
/** Text up to this size is given in full where there is room. */
export const inlineBytes = 4_000;
