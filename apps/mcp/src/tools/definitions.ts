import { type Tone, toolDescription, toolTitle } from '@atelier/rails/core';
import { z } from 'zod';
import type { ToolName } from './inputs.ts';
import { inputs, toolNames } from './inputs.ts';

const READS = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };
const WRITES_ONCE = { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: false };
const STARTS = { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false };

const annotations: Record<ToolName, typeof READS> = {
  list_workflows: READS,
  inspect_workflow: READS,
  start_workflow: STARTS,
  continue_workflow: WRITES_ONCE,
  checkpoint_workflow: WRITES_ONCE,
  resume_session: READS,
};

const schemaOf = (schema: z.ZodType): { type: 'object'; [key: string]: unknown } => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return { ...(trimmed(json) as object), type: 'object' };
};

/** Without what says nothing: an agent pays for each word of a schema with every call of its model. */
const trimmed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(trimmed);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'propertyNames' && !(key === 'additionalProperties' && isEmpty(value)))
      .map(([key, value]) => [key, trimmed(value)]),
  );
};

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export type ToolDefinition = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [key: string]: unknown };
  readonly annotations: { readonly title: string } & typeof READS;
};

/**
 * The whole tool surface. Closed: there is no seventh. What the tools answer is described in the documents, not here:
 * the schemas of the answers would double what every conversation starts with.
 */
export const toolDefinitions = (tone: Tone): ToolDefinition[] =>
  toolNames.map((name) => ({
    name,
    title: toolTitle(name),
    description: toolDescription(name, tone),
    inputSchema: schemaOf(inputs[name]),
    annotations: { title: toolTitle(name), ...annotations[name] },
  }));
