import { z } from 'zod';
import { ModelSampling } from '../models/model-row.ts';
import { Effort } from '../models/terms.ts';

/** How a model is given what a file hides from people who open it: fenced and labelled, or not at all. */
const HiddenReading = z.enum(['labelled', 'withheld']);

/** What a person chose for one Workbench. */
export const WorkbenchSettings = z.object({
  /** Ask for a change while a Draft is open: the run adds to the same Draft. */
  refineInDraft: z.boolean(),
  /** A run stops after its plan, so that the plan can be read and changed. */
  pauseAfterPlan: z.boolean(),
  /** Null: as Settings say for each phase. */
  effort: Effort.nullable(),
  /** Sent only to models that accept it; null for the model's own. */
  sampling: ModelSampling.nullable(),
  /** Whether a model must look at a file before it answers. */
  firstToolChoice: z.enum(['required', 'auto']),
  hiddenContent: HiddenReading,
  /** Files for which another choice holds than for the rest. */
  hiddenByFile: z.record(z.string().max(1_000), HiddenReading),
});
export type WorkbenchSettings = z.infer<typeof WorkbenchSettings>;

/** The same for one run alone, over what its Workbench says. What is absent is as the Workbench says. */
export const RunTuning = WorkbenchSettings.pick({ effort: true, sampling: true, firstToolChoice: true }).partial();
export type RunTuning = z.infer<typeof RunTuning>;

export const defaultWorkbenchSettings: WorkbenchSettings = {
  refineInDraft: false,
  pauseAfterPlan: false,
  effort: null,
  sampling: null,
  firstToolChoice: 'required',
  hiddenContent: 'labelled',
  hiddenByFile: {},
};

/** Strict: a misspelt setting is refused, not ignored. */
export const WorkbenchSettingsPatch = z.strictObject(WorkbenchSettings.partial().shape);
export type WorkbenchSettingsPatch = z.infer<typeof WorkbenchSettingsPatch>;

/** A deleted Workbench can be brought back for so long; then it goes for good. */
export const daysToBringBack = 30;
