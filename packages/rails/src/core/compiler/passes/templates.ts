import type { RunConditionSource, TemplateArg } from '../../authoring/step-source.ts';
import type { Builtins } from '../../builtins/builtins.ts';
import { CAPABILITY_PROBE, fillArgs, type TemplateArgSpec, type TemplateEntry } from '../../builtins/templates.ts';
import type { Condition } from '../../compiled.ts';
import {
  type CallInProgress,
  flatMapNodes,
  type NodeInProgress,
  nodesInProgress,
  type WorkflowInProgress,
} from '../in-progress.ts';
import { didYouMean, pickOne } from '../nearest.ts';
import type { Report } from '../problem.ts';
import { probeOf } from './probes.ts';

/** Replaces every template call by the steps it stands for, where it stands. */
export const expandTemplates = (
  workflowNow: WorkflowInProgress,
  builtins: Builtins,
  report: Report,
): WorkflowInProgress => {
  const conditions: Condition[] = [...workflowNow.conditions];
  const nodes = flatMapNodes(standaloneInputs(workflowNow), (node) => {
    if (node.kind !== 'call') return [node];
    const template = builtins.templates.get(node.source.templateId) ?? ownRoutine(node, builtins, report);
    if (!template) {
      report.error(
        'UNKNOWN_TEMPLATE',
        `${node.pointer}/templateId`,
        `There is no template \`${node.source.templateId}\`.`,
        pickOne(node.source.templateId, builtins.templates.keys()),
      );
      return [];
    }
    const args = readArgs(node, template, report);
    if (!args) return [];
    const expansion = template.expand(args);
    const caller = node.source.id ?? `t${node.index}`;
    conditions.push(...expansion.conditions.map((condition) => ({ ...condition, id: `${caller}.${condition.id}` })));
    const expanded = nodesInProgress(expansion.nodes, node.pointer, {
      source: 'template_injected',
      originId: template.templateId,
    });
    return expanded.flatMap((each) => place(each, node, caller, workflowNow, args, report));
  });
  return { ...workflowNow, nodes, conditions };
};

/** A bundled routine of the peer that we don't ship is meant when the project has one of that name. */
const ownRoutine = (
  { source: { templateId }, pointer }: CallInProgress,
  builtins: Builtins,
  report: Report,
): TemplateEntry | undefined => {
  if (!templateId.startsWith(BUNDLED_ROUTINE)) return undefined;
  const tail = `.templates.routine.${templateId.slice(BUNDLED_ROUTINE.length)}`;
  const own = [...builtins.templates.values()].filter((entry) => entry.templateId.endsWith(tail));
  if (own.length !== 1 || !own[0]) return undefined;
  report.warn(
    'legacy_dialect',
    `${pointer}/templateId`,
    `No routine \`${templateId}\` is bundled, so \`${own[0].templateId}\` is used. Write that name.`,
  );
  return own[0];
};

const BUNDLED_ROUTINE = 'wr.templates.routine.';

/** A routine started on its own takes its inputs from context, or their defaults. */
const standaloneInputs = ({ workflow, nodes }: WorkflowInProgress): readonly NodeInProgress[] => {
  if (workflow.kind !== 'routine' || !workflow.inputs) return nodes;
  const args = Object.fromEntries(workflow.inputs.map(({ name, default: value }) => [name, value ?? `{{${name}}}`]));
  return flatMapNodes(nodes, (node) => [
    node.kind === 'step' ? { ...node, source: fillArgs(node.source, args) } : node,
  ]);
};

/** Prefixes ids with the caller's, and points every problem at the call: its steps are not in the author's file. */
const place = (
  node: NodeInProgress,
  call: CallInProgress,
  caller: string,
  workflowNow: WorkflowInProgress,
  args: Readonly<Record<string, TemplateArg>>,
  report: Report,
): readonly NodeInProgress[] => {
  const { pointer } = call;
  if (node.kind === 'call') {
    report.error(
      'RECURSIVE_TEMPLATE',
      `${pointer}/templateId`,
      `\`${call.source.templateId}\` calls \`${node.source.templateId}\`; a template cannot call another.`,
      'Call both templates from the workflow, one after the other.',
    );
    return [];
  }
  const runCondition = joinConditions(call, node.source.runCondition, caller, report);
  const condition = runCondition ? { runCondition } : {};
  if (node.kind === 'loop') {
    const { while: source } = node.source;
    return [
      {
        ...node,
        pointer,
        source: {
          ...node.source,
          ...condition,
          loopId: `${caller}.${node.source.loopId}`,
          while:
            source.kind === 'condition_ref' ? { ...source, conditionId: `${caller}.${source.conditionId}` } : source,
        },
        body: node.body.flatMap((each) =>
          place(each, { ...call, source: withoutCondition(call) }, caller, workflowNow, args, report),
        ),
      },
    ];
  }
  const probe = call.source.templateId === CAPABILITY_PROBE ? probeOf(workflowNow, args) : undefined;
  return [
    {
      ...node,
      pointer,
      source: { ...node.source, ...condition, id: `${caller}.${node.source.id}` },
      ...(probe ? { probe: probe.probe, collapsed: probe.collapsed } : {}),
    },
  ];
};

const withoutCondition = ({ source: { runCondition: _, ...rest } }: CallInProgress): CallInProgress['source'] => rest;

const joinConditions = (
  call: CallInProgress,
  own: RunConditionSource | undefined,
  caller: string,
  report: Report,
): RunConditionSource | undefined => {
  const given = call.source.runCondition;
  const inner: RunConditionSource | undefined =
    own?.kind === 'condition_ref' ? { ...own, conditionId: `${caller}.${own.conditionId}` } : own;
  if (!given || !inner) return given ?? inner;
  if (given.kind === 'data' && inner.kind === 'data')
    return { kind: 'data', condition: { op: 'and', of: [given.condition, inner.condition] } };
  report.error(
    'SCHEMA_INVALID',
    `${call.pointer}/runCondition`,
    'A step of this template has a condition of its own, and the two cannot be joined.',
    'Remove `runCondition` from the call.',
  );
  return inner;
};

const readArgs = (
  { source, pointer }: CallInProgress,
  template: TemplateEntry,
  report: Report,
): Readonly<Record<string, TemplateArg>> | undefined => {
  const given = source.args ?? {};
  const args: Record<string, TemplateArg> = {};
  let valid = true;
  for (const spec of template.args) {
    const value = given[spec.name] ?? spec.default;
    if (value === undefined) {
      valid = false;
      report.error(
        'MISSING_TEMPLATE_ARG',
        `${pointer}/args`,
        `\`${template.templateId}\` needs \`${spec.name}\`: ${spec.description}`,
        `Add \`${spec.name}\` to \`args\`.`,
      );
    } else if (!fits(spec, value)) {
      valid = false;
      const allowed = spec.values
        ? `one of ${spec.values.map((each) => `\`${each}\``).join(', ')}`
        : `a ${spec.type ?? 'string'}`;
      report.error(
        'INVALID_TEMPLATE_ARG',
        `${pointer}/args/${spec.name}`,
        `\`${spec.name}\` must be ${allowed}.`,
        `Give ${allowed}.`,
      );
    } else args[spec.name] = value;
  }
  const names = template.args.map((spec) => spec.name);
  for (const name of Object.keys(given).filter((each) => !names.includes(each))) {
    report.warn(
      'legacy_dialect',
      `${pointer}/args/${name}`,
      `\`${template.templateId}\` takes no \`${name}\`, so it is not used. ${didYouMean(name, names, names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes no arguments.')}`,
    );
  }
  return valid ? args : undefined;
};

const fits = ({ type = 'string', values }: TemplateArgSpec, value: TemplateArg): boolean =>
  typeof value === type && (!values || values.includes(String(value)));
