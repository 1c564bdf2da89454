import { z } from 'zod';
import { JsonValue, LText, ProjectStage } from './primitives.ts';

export const questionTypes = [
  'text',
  'longText',
  'number',
  'money',
  'date',
  'dimension',
  'single',
  'multi',
  'boolean',
  'color',
  'elementRef',
] as const;

export const Question = z.strictObject({
  /** `ide.guests`, or `gen:<hash>` for one a model made. */
  qid: z.string().min(1).max(80),
  stage: ProjectStage,
  text: LText,
  help: LText.exactOptional(),
  /** `project`, or the id of an element. */
  scope: z.string(),
  type: z.enum(questionTypes),
  options: z
    .array(z.strictObject({ value: z.string(), label: LText }))
    .max(40)
    .exactOptional(),
  allowOther: z.boolean().exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  unit: z.string().max(20).exactOptional(),
  required: z.boolean(),
  priority: z.int().min(1).max(100),
  showIf: z
    .array(
      z.strictObject({
        qid: z.string(),
        op: z.enum(['eq', 'in', 'answered', 'gt']),
        value: JsonValue.exactOptional(),
      }),
    )
    .max(5)
    .exactOptional(),
  factKey: z.string().max(80).exactOptional(),
  source: z.enum(['bank', 'generated']),
});
export type Question = z.infer<typeof Question>;

export const AnswerValue = JsonValue;
export const Answers = z.record(z.string().max(160), AnswerValue);
export type Answers = z.infer<typeof Answers>;
