import { z } from 'zod';

const Provenance = z.object({
  source: z.enum(['authored', 'template_injected', 'feature_injected', 'compiler_injected']),
  originId: z.string().optional(),
});

const StepOutline = z.object({
  kind: z.literal('step'),
  stepId: z.string(),
  title: z.string(),
  provenance: Provenance,
  collapsed: z.boolean(),
  conditional: z.boolean(),
  confirmation: z.enum(['never', 'always', 'sometimes']),
  contractRef: z.string().optional(),
  requiresContext: z.array(z.string()),
  producesContext: z.array(z.string()),
});
export type StepOutline = z.infer<typeof StepOutline>;

export type LoopOutline = {
  kind: 'loop';
  loopId: string;
  title?: string | undefined;
  decidedBy: string;
  maxIterations: number;
  body: OutlineEntry[];
};
export type OutlineEntry = StepOutline | LoopOutline;

const LoopOutline: z.ZodType<LoopOutline> = z.object({
  kind: z.literal('loop'),
  loopId: z.string(),
  title: z.string().optional(),
  decidedBy: z.string(),
  maxIterations: z.int().positive(),
  get body() {
    return Outline;
  },
});

/** The shape of a workflow without its prompts. */
export const Outline: z.ZodType<OutlineEntry[]> = z.array(z.union([StepOutline, LoopOutline]));
export type Outline = z.infer<typeof Outline>;
