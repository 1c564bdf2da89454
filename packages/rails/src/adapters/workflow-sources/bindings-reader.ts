import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { Bindings } from '../../core/compiler/passes/bindings.ts';
import { bindingsFile } from './source-folders.ts';

const BindingsFile = z.record(z.string(), z.string());
export type BindingsRead = { readonly values: Bindings; readonly problem?: string };

/** The project's values for extension points: `.atelier/bindings.json`, from slot id to text. */
export const createBindingsReader =
  () =>
  (workspacePath: string | null): BindingsRead => {
    if (workspacePath === null) return { values: {} };
    const path = bindingsFile(workspacePath);
    let text: string;
    try {
      if (!statSync(path, { throwIfNoEntry: false })) return { values: {} };
      text = readFileSync(path, 'utf8');
    } catch {
      return { values: {}, problem: 'it cannot be read' };
    }
    try {
      return { values: BindingsFile.parse(JSON.parse(text)) };
    } catch {
      return { values: {}, problem: 'it must be a JSON object from slot ids to texts' };
    }
  };
