import type { JsonObject } from '@atelier/kernel/core';
import { fieldDescription, type ToolName } from '@atelier/rails/core';
import { z } from 'zod';

/** Any JSON object: what it may hold is decided further in, and was walked before. */
export const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;

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

const autonomy = z.enum(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']);
const riskPolicy = z.enum(['conservative', 'balanced', 'aggressive']);

export const preferences = z.strictObject({ autonomy: autonomy.optional(), riskPolicy: riskPolicy.optional() });

const start = described('start_workflow');
/** What each value means stands where a run is started; elsewhere it would only be paid for again. */
export const explainedPreferences = z.strictObject({
  autonomy: start('preferences.autonomy', autonomy).optional(),
  riskPolicy: start('preferences.riskPolicy', riskPolicy).optional(),
});
