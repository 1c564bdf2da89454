/** How a model picks its words, where a person set it. What a model does not take is left out, and what was sent is recorded. */
export type Sampling = { readonly temperature?: number; readonly topP?: number };
