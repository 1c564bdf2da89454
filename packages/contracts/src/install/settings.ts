import { z } from 'zod';

export const themes = ['auto', 'light', 'dark'] as const;
export const languages = ['en', 'he'] as const;

const megabyte = 1024 * 1024;

/** What a person chose for this installation; the same in every tab. */
export const Settings = z.object({
  theme: z.enum(themes),
  language: z.enum(languages),
  /** The largest file that can be added. */
  largestFileBytes: z
    .int()
    .min(1024)
    .max(2048 * megabyte),
  /** How many files one conversation or Workbench holds. */
  mostFiles: z.int().min(1).max(10_000),
  /** What the states of a Workbench's Drafts may hold by themselves; above it the oldest are let go. */
  revisionBytes: z
    .int()
    .min(megabyte)
    .max(1_000_000 * megabyte),
  /** How often a model is asked in one run before the run ends, and how many tools it may call each time. */
  mostTurns: z.int().min(1).max(1_000),
  mostCallsPerTurn: z.int().min(1).max(1_000),
  /** The same for the phases of a Workbench's run: the research, the plan, and each item of it. */
  rpiResearchMaxTurns: z.int().min(1).max(1_000),
  rpiPlanMaxTurns: z.int().min(1).max(1_000),
  rpiItemMaxTurns: z.int().min(1).max(1_000),
  /** What each person but the owner of the machine may take of one server, with all their browsers and agents. */
  runsPerPerson: z.int().min(1).max(1_000),
  requestsPerSecond: z.int().min(1).max(10_000),
  uploadBytesPerHour: z.int().min(1_000_000).max(1_000_000_000_000),
  /** Of the same call among the last ten: when the model is warned, and when it is stopped. */
  loopWarningThreshold: z.int().min(2).max(10),
  loopHardStopThreshold: z.int().min(2).max(10),
  /** How long a browser stays signed in. */
  signInDays: z.int().min(1).max(400),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  theme: 'auto',
  language: 'en',
  largestFileBytes: 100 * megabyte,
  mostFiles: 100,
  revisionBytes: 2048 * megabyte,
  mostTurns: 50,
  mostCallsPerTurn: 50,
  rpiResearchMaxTurns: 30,
  rpiPlanMaxTurns: 10,
  rpiItemMaxTurns: 30,
  runsPerPerson: 8,
  requestsPerSecond: 50,
  uploadBytesPerHour: 20_000_000_000,
  loopWarningThreshold: 3,
  loopHardStopThreshold: 5,
  signInDays: 180,
};

/** Strict: a misspelt setting is refused, not ignored. */
export const SettingsPatch = z.strictObject(Settings.partial().shape);
export type SettingsPatch = z.infer<typeof SettingsPatch>;
