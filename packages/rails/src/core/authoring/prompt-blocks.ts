import { z } from 'zod';

export const PromptPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('ref'), refId: z.string().describe('One of the built-in `wr.refs.*` texts.') }),
]);
export type PromptPart = z.infer<typeof PromptPart>;

export const PromptText = z
  .union([z.string().min(1), PromptPart, z.array(PromptPart).min(1)])
  .describe('Plain text, or parts that mix text with built-in references.');
export type PromptText = z.infer<typeof PromptText>;

export const PromptBlocks = z
  .strictObject({
    goal: PromptText.optional().describe('What is true when the step is done.'),
    constraints: z.array(PromptText).optional().describe('What must not happen, and what must hold throughout.'),
    procedure: z.array(PromptText).optional().describe('What to do, in order.'),
    outputRequired: z.record(z.string().min(1), PromptText).optional().describe('What to hand back, by name.'),
    verify: z.array(PromptText).optional().describe('How to check the result. Advice, unless the step has a contract.'),
  })
  .describe('A prompt in parts, rendered in a fixed order under fixed headings. Features add to these.');
export type PromptBlocks = z.infer<typeof PromptBlocks>;
