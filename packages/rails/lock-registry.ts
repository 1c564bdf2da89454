import { z } from 'zod';

/** A change to one place of one file; `from` stands there exactly once. */
const Edit = z.strictObject({ file: z.string().min(1), from: z.string().min(1), to: z.string() });
export type Edit = z.infer<typeof Edit>;

/** One entry of `locks.json`: a rule that a test must prove. */
export const Lock = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  statement: z.string().min(1).describe('What is always true.'),
  source: z
    .string()
    .regex(/^[^#]+#[^#]+$/)
    .describe('The document and heading that state the rule at length.'),
  test: z.string().min(1).describe('How a test proves it.'),
  mutation: z.array(Edit).min(1).describe('What breaks the rule, and must make that test fail.'),
});
export type Lock = z.infer<typeof Lock>;

export const LockRegistry = z.strictObject({ $schema: z.string(), locks: z.array(Lock).min(1) });
export const lockRegistryJsonSchema = (): unknown => z.toJSONSchema(LockRegistry);
