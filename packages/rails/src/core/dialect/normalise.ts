import type { Json, JsonObject } from '@atelier/kernel/core';
import type { CompileWarning } from '../compiled.ts';
import { rewriteLoop } from './rewrite-loop.ts';
import { plainName, rewriteParallel, rewriteStep, rewriteTemplateCall } from './rewrite-step.ts';
import {
  createPointerMap,
  createRewriter,
  isObject,
  moveToMetadata,
  type OpenJson,
  pointerTo,
  type Rewriter,
} from './rewriter.ts';

export type Normalised = {
  readonly source: Json;
  readonly warnings: readonly CompileWarning[];
  /** From a pointer into `source` to one into the file as its author wrote it. */
  readonly toAuthored: (pointer: string) => string;
  /** Steps that only loops refer to, and that no loop reached from the top runs. */
  readonly stranded: readonly { readonly pointer: string; readonly id: string }[];
};

const KEPT = ['metricsProfile', 'modelTier', 'validatedAgainstSpecVersion', 'tips', 'autoRecognitionPatterns'];

/** Rewrites the compatibility dialect into the canonical form; whatever else is wrong is left for the schema to say. */
export const normalise = (raw: Json): Normalised => {
  const rewriter = createRewriter();
  if (!isObject(raw) || !Array.isArray(raw.steps))
    return { source: raw, warnings: [], toAuthored: (pointer) => pointer, stranded: [] };

  const conditions: Json[] = Array.isArray(raw.conditions) ? [...raw.conditions] : [];
  const functions: Json[] = Array.isArray(raw.functionDefinitions) ? [...raw.functionDefinitions] : [];
  const siblings = new Map<string, { readonly step: JsonObject; readonly pointer: string }>();
  raw.steps.forEach((step, index) => {
    if (isObject(step) && typeof step.id === 'string') siblings.set(step.id, { step, pointer: `/steps/${index}` });
  });
  const borrowed = new Set(loopBodyNames(raw.steps));
  const placed = new Set<string>();

  /** Definitions on a step or loop move to the workflow's table and are referred to by name. */
  const hoistFunctions = (owner: JsonObject, target: OpenJson, scope: 'step' | 'loop', at: string): void => {
    if (!Array.isArray(owner.functionDefinitions)) return;
    const names: Json[] = [];
    owner.functionDefinitions.forEach((definition, index) => {
      const pointer = pointerTo(at, 'functionDefinitions', index);
      functions.push(rewriter.from(pointer, isObject(definition) ? { ...definition, scope } : definition));
      if (isObject(definition) && definition.name !== undefined) names.push(definition.name);
    });
    delete target.functionDefinitions;
    target.functionReferences = [
      ...names,
      ...(Array.isArray(target.functionReferences) ? target.functionReferences.map(plainName) : []),
    ];
  };

  const rewriteNode = (node: Json, at: string): Json => {
    if (!isObject(node)) return node;
    if (node.type === 'loop') {
      const legacy = isObject(node.loop) ? rewriteLoop(node, node.loop, at, rewriter) : undefined;
      if (legacy?.condition) conditions.push(legacy.condition);
      const loop: OpenJson = legacy?.loop ?? rewriter.from(at, { ...node });
      hoistFunctions(node, loop, 'loop', at);
      loop.body = rewriteBody(node.body ?? null, pointerTo(at, 'body'));
      return loop;
    }
    if (node.type === 'parallel') return rewriteParallel(node, at, rewriter);
    if (isObject(node.templateCall)) return rewriteTemplateCall(node, node.templateCall, at, rewriter);
    if (node.type !== undefined) return rewriter.from(at, { ...node });
    const step = rewriteStep(node, at, rewriter);
    hoistFunctions(node, step, 'step', at);
    return step;
  };

  const rewriteBody = (body: Json, at: string): Json => {
    if (Array.isArray(body)) return body.map((node, index) => rewriteNode(node, pointerTo(at, index)));
    if (typeof body !== 'string') return body;
    const sibling = siblings.get(body);
    if (!sibling || placed.has(body)) return body;
    placed.add(body);
    rewriter.warn(at, `The loop’s body is the step \`${body}\`, moved into the loop.`);
    return [rewriteNode(sibling.step, sibling.pointer)];
  };

  const steps = raw.steps.flatMap((step, index) =>
    isObject(step) && typeof step.id === 'string' && borrowed.has(step.id)
      ? []
      : [rewriteNode(step, `/steps/${index}`)],
  );
  const source: OpenJson = { ...raw, steps };
  if (isRoutine(raw)) source.kind = 'routine';
  if (conditions.length > 0) source.conditions = conditions;
  if (functions.length > 0) source.functionDefinitions = functions;
  if (Array.isArray(raw.assessments)) source.assessments = raw.assessments.map(withoutRequired);
  if (isObject(raw.recommendedPreferences))
    source.recommendedPreferences = rewritePreferences(raw.recommendedPreferences);
  const structured = Array.isArray(raw.examples) && !raw.examples.every((example) => typeof example === 'string');
  moveToMetadata(source, structured ? [...KEPT, 'examples'] : KEPT, '', rewriter);

  const stranded = [...borrowed]
    .filter((id) => siblings.has(id) && !placed.has(id))
    .map((id) => ({ id, pointer: siblings.get(id)?.pointer ?? '' }));
  return { source, warnings: rewriter.warnings, toAuthored: lazyPointerMap(source, rewriter.originOf), stranded };
};

/** The peer says it by the name alone: `routine-ideation`. */
export const isRoutine = (file: Json): boolean =>
  isObject(file) &&
  (file.kind === 'routine' ||
    (file.kind === undefined && typeof file.id === 'string' && /^([^.]*\.)?routine-./.test(file.id)));

/** Most files have nothing to point at, and walking one costs as much as parsing it. */
const lazyPointerMap = (source: Json, originOf: Rewriter['originOf']): ((pointer: string) => string) => {
  let map: ((pointer: string) => string) | undefined;
  return (pointer) => {
    map ??= createPointerMap(source, originOf);
    return map(pointer);
  };
};

const rewritePreferences = (raw: JsonObject): Json => {
  const { recommendedAutonomy, recommendedRiskPolicy, ...rest } = raw;
  return {
    ...(recommendedAutonomy === undefined ? {} : { autonomy: recommendedAutonomy }),
    ...(recommendedRiskPolicy === undefined ? {} : { riskPolicy: recommendedRiskPolicy }),
    ...rest,
  };
};

const loopBodyNames = (nodes: readonly Json[]): string[] =>
  nodes.flatMap((node) => {
    if (!isObject(node) || node.type !== 'loop') return [];
    if (typeof node.body === 'string') return [node.body];
    return Array.isArray(node.body) ? loopBodyNames(node.body) : [];
  });

/** Every dimension of an assessment is asked for, so saying so adds nothing. */
const withoutRequired = (assessment: Json): Json =>
  isObject(assessment) && Array.isArray(assessment.dimensions)
    ? {
        ...assessment,
        dimensions: assessment.dimensions.map((dimension) => {
          if (!isObject(dimension)) return dimension;
          const { required: _, ...rest } = dimension;
          return rest;
        }),
      }
    : assessment;
