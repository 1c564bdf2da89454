import type { StepSource } from '../../authoring/step-source.ts';
import { mapSteps, type WorkflowInProgress } from '../in-progress.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../problem.ts';

const TOKEN = /\{\{\s*wr\.bindings\.([A-Za-z0-9_.-]+)\s*\}\}/g;
export type Bindings = Readonly<Record<string, string>>;

/** Extension points take the project's value, or their default, once and for the whole run. */
export const resolveBindings = (
  workflowNow: WorkflowInProgress,
  bindings: Bindings,
  report: Report,
): WorkflowInProgress => {
  const points = workflowNow.workflow.extensionPoints ?? [];
  const resolved = Object.fromEntries(
    points.map(({ slotId, default: fallback }) => [
      slotId,
      Object.hasOwn(bindings, slotId) ? (bindings[slotId] ?? fallback) : fallback,
    ]),
  );
  const used = new Set<string>();
  const fillIn = (text: string, pointer: string): string =>
    text.replace(TOKEN, (whole, slotId: string) => {
      used.add(slotId);
      if (Object.hasOwn(resolved, slotId)) return resolved[slotId] ?? '';
      report.error(
        'UNKNOWN_BINDING',
        pointer,
        `\`${whole}\` names no extension point of this workflow.`,
        didYouMean(slotId, Object.keys(resolved), `Declare \`${slotId}\` in \`extensionPoints\`, with a default.`),
      );
      return '';
    });

  const { workflow } = workflowNow;
  const filled = mapSteps(
    {
      ...workflowNow,
      workflow: {
        ...workflow,
        ...(workflow.agentRole === undefined ? {} : { agentRole: fillIn(workflow.agentRole, '/agentRole') }),
        ...(workflow.metaGuidance
          ? { metaGuidance: workflow.metaGuidance.map((line, index) => fillIn(line, `/metaGuidance/${index}`)) }
          : {}),
      },
    },
    (step) => ({ ...step, source: fillStep(step.source, (text) => fillIn(text, step.pointer)) }),
  );
  points.forEach(({ slotId }, index) => {
    if (!used.has(slotId))
      report.warn('unused_extension_point', `/extensionPoints/${index}`, `\`${slotId}\` is never used.`);
  });
  return { ...filled, resolvedBindings: resolved };
};

/** Fragments are chosen at render time and take no bindings, so they are left alone. */
const fillStep = (source: StepSource, fillIn: (text: string) => string): StepSource => {
  const { promptFragments, metadata, ...rest } = source;
  const filled = deepText(rest, fillIn) as StepSource;
  return { ...filled, ...(promptFragments ? { promptFragments } : {}), ...(metadata ? { metadata } : {}) };
};

const deepText = (value: unknown, rewrite: (text: string) => string): unknown => {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => deepText(item, rewrite));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepText(item, rewrite)]));
  return value;
};
