import { fieldDescription, type ToolName } from '@atelier/rails/core';
import { z } from 'zod';

export const jsonObject = z.record(z.string(), z.json());

/** The field under its description: what an agent reads and what is checked come from one place. */
export const described =
  (tool: ToolName) =>
  <T extends z.ZodType>(field: string, schema: T): T =>
    schema.describe(fieldDescription(tool, field));

export const outputOf = (tool: 'continue_workflow' | 'checkpoint_workflow') => {
  const say = described(tool);
  return say(
    'output',
    z.strictObject({
      notesMarkdown: say('output.notesMarkdown', z.string()).optional(),
      artifacts: say('output.artifacts', z.array(jsonObject).max(32)).optional(),
    }),
  );
};

export const preferences = z.strictObject({
  autonomy: z.enum(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']).optional(),
  riskPolicy: z.enum(['conservative', 'balanced', 'aggressive']).optional(),
});
