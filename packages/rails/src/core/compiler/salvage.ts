import type { Json } from '@atelier/kernel/core';
import { WorkflowSource } from '../authoring/workflow-source.ts';
import { isObject } from '../dialect/rewriter.ts';
import type { CompileError, CompileErrorCode } from './problem.ts';

export type Salvaged = {
  readonly workflow: WorkflowSource;
  /** Whether a later finding would stand if the unreadable parts were mended; what they may have declared is given credit. */
  readonly stands: (error: CompileError) => boolean;
};

/**
 * What can be read of a file with errors of form, so that its other errors are told in the same go. Unreadable
 * steps leave a blank in their place: pointers to the steps after them stay right.
 */
export const salvage = (source: Json): Salvaged | undefined => {
  if (!isObject(source)) return undefined;
  const issues = WorkflowSource.safeParse(source).error?.issues ?? [];
  const patched: { [key: string]: Json } = { ...source };
  const lost = new Set<string>();
  for (const { path, code, ...issue } of issues) {
    const [field, index] = path;
    if (field === undefined) {
      const unknown = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : [];
      for (const key of unknown) delete patched[key];
      continue;
    }
    const key = String(field);
    const list = patched[key];
    lost.add(key);
    if (key === 'steps' && typeof index === 'number' && Array.isArray(list))
      patched.steps = list.with(index, blank(index));
    else if (Object.hasOwn(PLACEHOLDERS, key)) patched[key] = PLACEHOLDERS[key] ?? null;
    else delete patched[key];
  }
  const parsed = WorkflowSource.safeParse(patched);
  if (!parsed.success) return undefined;
  const doubtful = new Set([...lost].flatMap((key) => DECLARES[key] ?? []));
  return { workflow: parsed.data, stands: ({ code }) => !doubtful.has(code) };
};

const blank = (index: number): Json => ({ id: `unreadable-${index}`, title: 'Unreadable', prompt: 'Unreadable.' });

const PLACEHOLDERS: { readonly [field: string]: Json } = {
  id: 'unreadable.unreadable',
  name: 'Unreadable',
  description: 'Unreadable.',
  version: '0.0.0',
  steps: [blank(0)],
};

/** What a part that cannot be read might have declared, or produced. */
const DECLARES: { readonly [field: string]: readonly CompileErrorCode[] } = {
  steps: ['UNPRODUCED_CONTEXT_KEY'],
  inputs: ['UNPRODUCED_CONTEXT_KEY'],
  conditions: ['UNKNOWN_CONDITION'],
  assessments: ['UNKNOWN_ASSESSMENT'],
  extensionPoints: ['UNKNOWN_BINDING'],
};
