import type { WorkingLine } from '@atelier/contracts/studio';

/** The elements behind lines; General is nobody's element. */
export const idsOf = (lines: readonly WorkingLine[]): readonly string[] =>
  lines.flatMap(({ elementId }) => (elementId === null ? [] : [elementId]));
