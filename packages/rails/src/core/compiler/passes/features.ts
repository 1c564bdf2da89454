import type { JsonObject } from '@atelier/kernel/core';
import type { PromptBlocks } from '../../authoring/prompt-blocks.ts';
import type { Builtins } from '../../builtins/builtins.ts';
import type { FeatureEntry, FeatureLines } from '../../builtins/features.ts';
import { byCodeUnit } from '../../ids.ts';
import { mapSteps, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import { pickOne } from '../nearest.ts';
import type { Report } from '../problem.ts';

export type AppliedFeature = { readonly id: string; readonly config?: JsonObject };

/** Known, deduplicated and in ascending id order, whatever order the author wrote. */
export const featuresOf = (workflowNow: WorkflowInProgress): readonly AppliedFeature[] => {
  const byId = new Map<string, AppliedFeature>();
  for (const feature of workflowNow.workflow.features ?? []) {
    const applied = typeof feature === 'string' ? { id: feature } : feature;
    const earlier = byId.get(applied.id);
    if (!earlier?.config) byId.set(applied.id, applied);
  }
  return [...byId.values()].sort((a, b) => byCodeUnit(a.id, b.id));
};

export const applyFeatures = (
  workflowNow: WorkflowInProgress,
  builtins: Builtins,
  report: Report,
): WorkflowInProgress => {
  const pointerOf = (id: string): string => {
    const index = (workflowNow.workflow.features ?? []).findIndex(
      (each) => (typeof each === 'string' ? each : each.id) === id,
    );
    return `/features/${index}`;
  };
  const hasBlocks = stepsOf(workflowNow.nodes).some(({ step }) => step.source.promptBlocks);
  return featuresOf(workflowNow).reduce((current, { id, config = {} }) => {
    const entry = builtins.features.get(id);
    if (!entry) {
      report.error(
        'UNKNOWN_FEATURE',
        pointerOf(id),
        `There is no feature \`${id}\`.`,
        pickOne(id, builtins.features.keys()),
      );
      return current;
    }
    if (!configFits(entry, config)) {
      report.error(
        'INVALID_FEATURE_CONFIG',
        pointerOf(id),
        entry.config
          ? `The configuration of \`${id}\` has a field or value it does not know.`
          : `\`${id}\` takes no configuration.`,
        entry.config ? 'See the feature in the catalogue for its fields.' : `Write just "${id}".`,
      );
      return current;
    }
    if (!hasBlocks)
      report.warn('feature_without_effect', pointerOf(id), `\`${id}\` adds to promptBlocks, and no step has any.`);
    const lines = entry.lines(config, workflowNow.workflow.capabilities ?? {});
    return mapSteps(current, (step) =>
      step.source.promptBlocks
        ? { ...step, source: { ...step.source, promptBlocks: withLines(step.source.promptBlocks, lines) } }
        : step,
    );
  }, workflowNow);
};

const configFits = (entry: FeatureEntry, config: JsonObject): boolean =>
  entry.config ? entry.config.safeParse(config).success : Object.keys(config).length === 0;

const withLines = (blocks: PromptBlocks, lines: FeatureLines): PromptBlocks => ({
  ...blocks,
  ...(lines.constraints?.length ? { constraints: [...(blocks.constraints ?? []), ...lines.constraints] } : {}),
  ...(lines.procedure?.length ? { procedure: [...(blocks.procedure ?? []), ...lines.procedure] } : {}),
  ...(lines.verify?.length ? { verify: [...(blocks.verify ?? []), ...lines.verify] } : {}),
});
