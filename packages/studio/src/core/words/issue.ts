import type { Issue, Severity } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';

export const both = (he: string, en: string): { he: string; en: string } => ({ he, en });

type More = { readonly opId?: string; readonly refs?: readonly string[]; readonly ack?: boolean };

export const issue = (code: string, severity: Severity, message: LText, { opId, refs, ack }: More = {}): Issue => ({
  code,
  severity,
  message,
  ...(ack ? { ack } : {}),
  ...(opId === undefined ? {} : { opId }),
  ...(refs === undefined ? {} : { refs: [...refs] }),
});
