import { z } from 'zod';
import { DataCondition, FollowUp, UserDependency, ValidationRule } from '../compiled.ts';
import { JsonRecord } from '../json-value.ts';
import { PromptBlocks } from './prompt-blocks.ts';

/** Step, loop and condition ids, and keys in pointers. */
export const SimpleId = z
  .string()
  .max(128)
  .regex(/^[a-z0-9_-]+$/);
export const ContextKey = z
  .string()
  .max(128)
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/);
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

const ConditionRef = z.strictObject({ kind: z.literal('condition_ref'), conditionId: SimpleId });
export const RunConditionSource = z
  .discriminatedUnion('kind', [
    ConditionRef,
    z
      .strictObject({ kind: z.literal('data'), condition: DataCondition })
      .describe('Compatibility: a question about context.'),
  ])
  .describe('The step is skipped when this does not hold.');
export type RunConditionSource = z.infer<typeof RunConditionSource>;

export const OutputSource = z.strictObject({
  contractRef: z.string().optional().describe('One of the built-in `wr.contracts.*` packs.'),
  required: z.boolean().optional().describe('Default true: without a fitting artifact the step cannot be completed.'),
  notesRequired: z.boolean().optional().describe('The step cannot be completed without notes.'),
  hints: z.array(z.string().min(1)).optional().describe('What good output looks like; shown with the prompt.'),
  validationCriteria: ValidationRule.optional().describe('Compatibility: rules on notes. A contract always wins.'),
});
export type OutputSource = z.infer<typeof OutputSource>;

export const FragmentSource = z.strictObject({
  id: SimpleId,
  when: DataCondition.optional(),
  text: z.string().min(1).max(4096),
});

const Delegation = z.strictObject({
  title: z.string().min(1),
  prompt: z.string().min(1),
  when: DataCondition.optional(),
});
const ExtraCheck = z.strictObject({ title: z.string().min(1).optional(), prompt: z.string().min(1) });

export const StepSource = z
  .strictObject({
    id: SimpleId,
    title: z.string().min(1).max(128),
    prompt: z.string().min(1).optional().describe('The whole prompt as text. Exactly one of prompt and promptBlocks.'),
    promptBlocks: PromptBlocks.optional(),
    agentRole: z.string().min(1).max(1024).optional().describe('Stance for this step, in place of the workflow’s.'),
    guidance: z.array(z.string().min(1)).optional(),
    requireConfirmation: z
      .union([z.boolean(), DataCondition])
      .optional()
      .describe('In guided mode the user confirms before the agent goes on.'),
    runCondition: RunConditionSource.optional(),
    output: OutputSource.optional(),
    userDependency: UserDependency.strict().optional().describe('Something only the user can supply.'),
    requiresContext: z.array(ContextKey).optional().describe('Context keys that must be known at completion.'),
    producesContext: z.array(ContextKey).optional().describe('Context keys this step hands over.'),
    promptFragments: z.array(FragmentSource).optional().describe('Text added at render time when its condition holds.'),
    functionReferences: z.array(z.string().min(1)).optional(),
    assessmentRefs: z.array(SimpleId).optional(),
    followUps: z.array(FollowUp.strict()).optional().describe('Levels of an assessment that ask for more work first.'),
    parallel: z
      .strictObject({
        delegations: z.array(Delegation).min(1),
        synthesis: ExtraCheck.extend({ output: OutputSource.optional() }).optional(),
      })
      .optional()
      .describe(
        'Compatibility: work to hand to helpers at the same time, then an optional step that brings it together.',
      ),
    verification: ExtraCheck.optional().describe('Compatibility: a step `<id>__verification` follows.'),
    audit: ExtraCheck.optional().describe('Compatibility: a step `<id>__audit` follows.'),
    metadata: JsonRecord.optional().describe('Kept, never interpreted.'),
  })
  .meta({ id: 'Step' });
export type StepSource = z.infer<typeof StepSource>;

export const TemplateArg = z.union([z.string(), z.number(), z.boolean()]);
export type TemplateArg = z.infer<typeof TemplateArg>;

export const TemplateCallSource = z
  .strictObject({
    type: z.literal('template_call'),
    id: SimpleId.optional().describe('Prefix of the expanded step ids; `t<index>` when absent.'),
    templateId: z.string().min(1).describe('One of the built-in `wr.templates.*`.'),
    args: z.record(z.string(), TemplateArg).optional(),
    runCondition: RunConditionSource.optional(),
  })
  .meta({ id: 'TemplateCall' });
export type TemplateCallSource = z.infer<typeof TemplateCallSource>;

export const LoopSourceForm = z.discriminatedUnion('kind', [
  ConditionRef,
  z
    .strictObject({ kind: z.literal('context'), condition: DataCondition })
    .describe('Compatibility: another pass while the condition holds on context.'),
  z
    .strictObject({ kind: z.literal('for'), count: z.union([z.int().nonnegative().max(1000), z.string().min(1)]) })
    .describe('Compatibility: a number of passes, or the context key that holds it.'),
  z
    .strictObject({ kind: z.literal('for_each'), items: z.string().min(1) })
    .describe('Compatibility: a pass for each element of the array under this context key.'),
]);

export type LoopStepSource = {
  type: 'loop';
  loopId: string;
  title?: string | undefined;
  while: z.infer<typeof LoopSourceForm>;
  maxIterations: number;
  variables?: { iteration?: string | undefined; index?: string | undefined; item?: string | undefined } | undefined;
  runCondition?: RunConditionSource | undefined;
  functionReferences?: string[] | undefined;
  body: NodeSource[];
};
export type NodeSource = StepSource | TemplateCallSource | LoopStepSource;

export const LoopStepSource: z.ZodType<LoopStepSource> = z
  .lazy(() =>
    z.strictObject({
      type: z.literal('loop'),
      loopId: SimpleId,
      title: z.string().min(1).max(128).optional(),
      while: LoopSourceForm,
      maxIterations: z.int().min(1).max(1000),
      variables: z
        .strictObject({
          iteration: VariableName.optional(),
          index: VariableName.optional(),
          item: VariableName.optional(),
        })
        .optional()
        .describe('Names of the loop variables; default currentIteration, currentIndex, currentItem.'),
      runCondition: RunConditionSource.optional(),
      functionReferences: z.array(z.string().min(1)).optional(),
      body: z.array(NodeSource).min(1),
    }),
  )
  .meta({ id: 'Loop' });

export const NodeSource: z.ZodType<NodeSource> = z.lazy(() =>
  z.union([StepSource, TemplateCallSource, LoopStepSource]),
);
