import type { HiddenAnswer } from './finding.ts';
import { createFindings } from './finding.ts';

/** Of plain text nothing is hidden but characters nobody sees. */
export const hiddenInText = (text: string): HiddenAnswer => {
  const findings = createFindings();
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries())
    findings.addUnseen({ line: at + 1 }, line);
  return findings.answer();
};
