import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Bindings } from '../../core/compiler/passes/bindings.ts';
import { bindingsFile } from './source-folders.ts';

const BindingsFile = z.record(z.string(), z.string());
export type BindingsRead = { readonly values: Bindings; readonly problem?: string };

/** The project's values for extension points: `.atelier/bindings.json`, from slot id to text. */
export const createBindingsReader =
  () =>
  async (workspacePath: string | null): Promise<BindingsRead> => {
    if (workspacePath === null) return { values: {} };
    let text: string;
    try {
      text = await readFile(bindingsFile(workspacePath), 'utf8');
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
        return { values: {} };
      return { values: {}, problem: 'it cannot be read' };
    }
    try {
      return { values: BindingsFile.parse(JSON.parse(text)) };
    } catch {
      return { values: {}, problem: 'it must be a JSON object from slot ids to texts' };
    }
  };
