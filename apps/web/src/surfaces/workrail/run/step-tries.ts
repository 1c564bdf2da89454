import type { StepTries } from '@atelier/rails/view';
import { createContext } from 'react';

/** What was tried for each step of the run that is drawn. */
export const StepTriesContext = createContext<ReadonlyMap<string, StepTries>>(new Map());
