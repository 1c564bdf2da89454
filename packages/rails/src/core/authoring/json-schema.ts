import type { Json, JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';
import { WorkflowSource } from './workflow-source.ts';

/** The authoring form for any editor, from the same definition the compiler reads with. */
export const workflowJsonSchema = (): JsonObject => {
  const { $schema, ...schema } = z.toJSONSchema(WorkflowSource, { io: 'input' }) as { readonly [key: string]: Json };
  return { $schema: $schema ?? null, $id: 'https://atelier.local/schemas/workflow-1.json', ...schema };
};
