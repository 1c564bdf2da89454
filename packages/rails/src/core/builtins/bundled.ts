import type { Json } from '@atelier/kernel/core';
import bugInvestigation from '../../../workflows/bug-investigation.json' with { type: 'json' };
import changeReview from '../../../workflows/change-review.json' with { type: 'json' };
import codingTask from '../../../workflows/coding-task.json' with { type: 'json' };
import diagnoseEnvironment from '../../../workflows/diagnose-environment.json' with { type: 'json' };
import discovery from '../../../workflows/discovery.json' with { type: 'json' };
import documentation from '../../../workflows/documentation.json' with { type: 'json' };
import contextGathering from '../../../workflows/routines/context-gathering.json' with { type: 'json' };
import finalVerification from '../../../workflows/routines/final-verification.json' with { type: 'json' };
import hypothesisChallenge from '../../../workflows/routines/hypothesis-challenge.json' with { type: 'json' };
import planAnalysis from '../../../workflows/routines/plan-analysis.json' with { type: 'json' };
import rpi from '../../../workflows/rpi.json' with { type: 'json' };

/** Imported, not read: what ships with the product cannot be missing or unreadable at run time. */
export type BundledFile = { readonly file: string; readonly source: Json };

export const bundledRoutines: readonly BundledFile[] = [
  { file: 'routines/context-gathering.json', source: contextGathering },
  { file: 'routines/final-verification.json', source: finalVerification },
  { file: 'routines/hypothesis-challenge.json', source: hypothesisChallenge },
  { file: 'routines/plan-analysis.json', source: planAnalysis },
];

export const bundledWorkflows: readonly BundledFile[] = [
  { file: 'bug-investigation.json', source: bugInvestigation },
  { file: 'change-review.json', source: changeReview },
  { file: 'coding-task.json', source: codingTask },
  { file: 'diagnose-environment.json', source: diagnoseEnvironment },
  { file: 'discovery.json', source: discovery },
  { file: 'documentation.json', source: documentation },
  { file: 'rpi.json', source: rpi },
];

export const bundledFiles: readonly BundledFile[] = [...bundledWorkflows, ...bundledRoutines];

/** Old ids of bundled workflows that were renamed; they keep working. */
export const bundledAliases: Readonly<Record<string, string>> = {};
