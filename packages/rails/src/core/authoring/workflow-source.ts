import { z } from 'zod';
import {
  AssessmentSpec,
  Capabilities,
  Condition,
  FunctionDefinition,
  RecommendedPreferences,
  Reference,
  WorkflowKind,
} from '../compiled.ts';
import { JsonRecord } from '../json-value.ts';
import { ContextKey, NodeSource, SimpleId, TemplateArg } from './step-source.ts';

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const Line = z.string().min(1).max(1024);

/** What a run takes from its start context, and what a caller gives a routine: `{name}` in a routine's text. */
export const WorkflowInput = z.strictObject({
  name: ContextKey,
  description: z.string().min(1).max(512),
  type: z.enum(['string', 'number', 'boolean']).optional().describe('Default string.'),
  default: TemplateArg.optional().describe('Without a default a template call must give it.'),
});
export type WorkflowInput = z.infer<typeof WorkflowInput>;

export const FeatureSource = z.union([
  z.string().min(1),
  z.strictObject({ id: z.string().min(1), config: JsonRecord }),
]);

const strictCondition = z.discriminatedUnion('kind', [
  Condition.options[0].extend({ id: SimpleId }).strict(),
  Condition.options[1].extend({ id: SimpleId }).strict(),
  Condition.options[2].extend({ id: SimpleId }).strict(),
]);

export const WorkflowSource = z
  .strictObject({
    $schema: z.string().optional(),
    schemaVersion: z.literal(1).optional(),
    id: z
      .string()
      .max(128)
      .regex(/^([A-Za-z0-9_-]+|[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*)$/)
      .describe('`namespace.name`. Ids without a namespace still run, and a new one cannot be saved.'),
    name: z.string().min(1).max(128),
    description: z.string().min(1).max(512),
    version: z.string().regex(SEMVER).describe('Semantic version.'),
    kind: WorkflowKind.optional().describe('Default workflow. A routine can also be called as a template.'),
    about: z.string().min(1).optional(),
    examples: z.array(Line).optional(),
    tags: z.array(z.string().min(1).max(64)).optional(),
    agentRole: z.string().min(1).max(1024).optional().describe('Stance text; it cannot control a system prompt.'),
    inputs: z.array(WorkflowInput).optional(),
    preconditions: z.array(Line).optional(),
    clarificationPrompts: z.array(Line).optional(),
    metaGuidance: z.array(Line).optional(),
    capabilities: Capabilities.strict().optional(),
    features: z.array(FeatureSource).optional(),
    conditions: z.array(strictCondition).optional(),
    references: z
      .array(
        Reference.extend({
          id: SimpleId,
          authoritative: z.boolean().optional().describe('Default false.'),
          resolveFrom: Reference.shape.resolveFrom.optional().describe('Default workspace.'),
        }).strict(),
      )
      .optional(),
    extensionPoints: z
      .array(
        z.strictObject({
          slotId: SimpleId,
          purpose: z.string().min(1),
          default: z.string(),
          acceptedKinds: z.array(z.string().min(1)).optional(),
        }),
      )
      .optional()
      .describe('`{{wr.bindings.slotId}}` takes the project’s value or the default when the workflow is compiled.'),
    functionDefinitions: z
      .array(FunctionDefinition.extend({ scope: FunctionDefinition.shape.scope.optional() }).strict())
      .optional(),
    assessments: z.array(AssessmentSpec.extend({ id: SimpleId }).strict()).optional(),
    recommendedPreferences: RecommendedPreferences.strict()
      .optional()
      .describe('Maxima. A run above them is warned about, never refused.'),
    steps: z.array(NodeSource).min(1),
    metadata: JsonRecord.optional().describe('Kept, never interpreted.'),
  })
  .meta({ id: 'Workflow', title: 'Atelier workflow' });
export type WorkflowSource = z.infer<typeof WorkflowSource>;
