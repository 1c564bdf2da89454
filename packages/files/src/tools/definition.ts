import { z } from 'zod';

/**
 * One definition per tool: it yields the strict schema, the flat projection, the validator, the types and
 * the capability catalogue, so that none of them can drift from the others.
 */
export type ToolDefinition<Name extends string = string, Params extends z.ZodObject = z.ZodObject> = {
  readonly name: Name;
  readonly description: string;
  /** `read` tools serve every phase; `write` tools change the Draft and serve the Implement phase alone. */
  readonly access: 'read' | 'write';
  readonly params: Params;
};

export const tool = <const Name extends string, Params extends z.ZodObject>(
  definition: ToolDefinition<Name, Params>,
): ToolDefinition<Name, Params> => definition;

/** Optional means nullable: every property is required and `null` asks for the default. */
export const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null as never);

/** The schema advertises the values; the handler judges them, so that one bad style key only warns. */
export const advised = (...values: readonly string[]) => z.string().meta({ enum: [...values] });

/** Unknown keys pass the validator (the handler warns about them) but are not advertised. */
export const lenient = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).meta({ additionalProperties: false });

export const op = <const Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ op: z.literal(name), ...shape });

export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const text = z.string();
export const index = z.int().nonnegative();
export const position = z.int().positive();
export const scalarRows = z.array(z.array(scalar));

export const path = z.string().min(1).describe('A flat file name as listed by list_files, or scratch:<name>.');

/** Every write tool takes these two last. */
export const writeFields = {
  expected_version: optional(text).describe('Refuse unless the file still has this version.'),
  summary: optional(text).describe('One sentence for the reviewer about what changes and why.'),
};

export const creationFields = {
  create_new: optional(z.boolean()).describe('Make a new file; the target must not exist.'),
  copy_from: optional(text).describe('With create_new: start with the bytes of this file.'),
};
