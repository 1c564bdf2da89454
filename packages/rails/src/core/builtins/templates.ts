import type { NodeSource, StepSource, TemplateArg } from '../authoring/step-source.ts';
import type { WorkflowInput, WorkflowSource } from '../authoring/workflow-source.ts';
import type { Capability, Condition } from '../compiled.ts';
import { CAPABILITY_OBSERVATION } from './contracts.ts';

export type TemplateArgSpec = WorkflowInput & { readonly values?: readonly string[] };
export type TemplateArgs = { readonly [name: string]: TemplateArg };
export type Expansion = { readonly nodes: readonly NodeSource[]; readonly conditions: readonly Condition[] };
export type TemplateEntry = {
  readonly templateId: string;
  readonly summary: string;
  readonly args: readonly TemplateArgSpec[];
  readonly expand: (args: TemplateArgs) => Expansion;
};

export const CAPABILITY_PROBE = 'wr.templates.capability_probe';

export const capabilityProbe: TemplateEntry = {
  templateId: CAPABILITY_PROBE,
  summary: 'A short step that tries a capability and reports whether it is there.',
  args: [
    {
      name: 'capability',
      description: 'Which capability to try.',
      type: 'string',
      values: ['delegation', 'web_browsing'],
    },
    {
      name: 'when',
      description: 'At the start of the run, or just before the capability is first needed.',
      type: 'string',
      default: 'lazy_on_first_use',
      values: ['early_if_required', 'lazy_on_first_use'],
    },
  ],
  expand: ({ capability }) => ({ nodes: [probeStep(capability as Capability)], conditions: [] }),
};

const probeText = {
  delegation: {
    title: 'Try delegation',
    procedure: [
      'Hand one trivial task to a helper agent: ask it to answer with the word “ready”.',
      'If you have no tool for that, or the tool fails, that is the answer; do not work around it.',
    ],
  },
  web_browsing: {
    title: 'Try web browsing',
    procedure: [
      'Fetch one small public page with the tool you would use for research, for example https://example.com.',
      'If you have no such tool, or it fails or is forbidden, that is the answer; do not work around it.',
    ],
  },
} as const;

const probeStep = (capability: Capability): StepSource => ({
  id: `probe_${capability}`,
  title: probeText[capability].title,
  promptBlocks: {
    goal: `Know whether you can use \`${capability}\` in this environment, by trying it once.`,
    procedure: [...probeText[capability].procedure],
    verify: ['The report says what was seen, not what was expected.'],
  },
  output: { contractRef: CAPABILITY_OBSERVATION },
});

/** A routine as a template: `{name}` in its texts takes the argument of that name. */
export const routineTemplate = (name: string, routine: WorkflowSource, namespace = 'wr'): TemplateEntry => ({
  templateId: `${namespace}.templates.routine.${name}`,
  summary: routine.description,
  args: routine.inputs ?? [],
  expand: (args) => ({
    nodes: routine.steps.map((step) => fillArgs(step, args)),
    conditions: routine.conditions ?? [],
  }),
});

/** Fills `{name}` in every text; `{{name}}` belongs to render time and stays. */
export const fillArgs = <T>(value: T, args: TemplateArgs): T => fill(value, args) as T;

const fill = (value: unknown, args: TemplateArgs): unknown => {
  if (typeof value === 'string')
    return value.replace(/(?<!\{)\{([A-Za-z_][A-Za-z0-9_-]*)\}(?!\})/g, (whole, name: string) =>
      Object.hasOwn(args, name) ? String(args[name]) : whole,
    );
  if (Array.isArray(value)) return value.map((item) => fill(item, args));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, args)]));
  return value;
};
