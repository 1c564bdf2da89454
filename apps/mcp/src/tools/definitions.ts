import { type Tone, toolDescription, toolTitle } from '@atelier/rails/core';
import { z } from 'zod';
import type { ToolName } from './inputs.ts';
import { inputs, toolNames } from './inputs.ts';
import { outputs } from './outputs.ts';

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
  return { ...json, type: 'object' };
};

export type ToolDefinition = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [key: string]: unknown };
  readonly outputSchema: { type: 'object'; [key: string]: unknown };
  readonly annotations: { readonly title: string } & typeof READS;
};

/** The whole tool surface. Closed: there is no seventh. */
export const toolDefinitions = (tone: Tone): ToolDefinition[] =>
  toolNames.map((name) => ({
    name,
    title: toolTitle(name),
    description: toolDescription(name, tone),
    inputSchema: schemaOf(inputs[name]),
    outputSchema: schemaOf(outputs[name]),
    annotations: { title: toolTitle(name), ...annotations[name] },
  }));
