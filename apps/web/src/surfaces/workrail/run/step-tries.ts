import type { StepTries } from '@atelier/rails/view';
import { createContext } from 'react';

/** What was tried for each step of the run that is drawn. */
export const StepTriesContext = createContext<ReadonlyMap<string, StepTries>>(new Map());

const units = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** How long a step took, in its largest unit. */
export const durationText = (ms: number, language: string): string => {
  const { unit, ms: each } = units.find((candidate) => ms >= candidate.ms) ?? units[2];
  const value = each === 1_000 ? Math.round(ms / each) : Math.round((ms / each) * 10) / 10;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
};
