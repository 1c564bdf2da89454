import type { Json } from '@atelier/kernel/core';

export const bundledRoutines: readonly Json[] = [];
export const bundledWorkflows: readonly Json[] = [];
