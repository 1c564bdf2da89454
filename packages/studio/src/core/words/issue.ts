import type { Issue, Severity } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';

/** One is said in words of its own: "1 changes" is nobody's language. */
export const counted = (
  count: number,
  one: { readonly he: string; readonly en: string },
  many: { readonly he: string; readonly en: string },
): { he: string; en: string } =>
  count === 1 ? { ...one } : { he: many.he.replace('#', String(count)), en: many.en.replace('#', String(count)) };

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
