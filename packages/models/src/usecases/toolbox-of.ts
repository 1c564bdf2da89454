import type { JsonObject } from '@atelier/kernel/core';
import type { LoopTool, Toolbox } from '../ports/toolbox.ts';

/** What a library of tools looks like from here: names, schemas, and one way to call. */
export type ToolLibrary = {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly access: 'read' | 'write';
    readonly schema: object;
  }[];
  readonly call: (name: string, args: unknown, signal?: AbortSignal) => Promise<unknown>;
};

/** Tools that return rows or text of any length. Maps and lists stay in context: they are what a model steers by. */
const dataTools = new Set(['read_file', 'table_read_rows', 'table_query', 'table_stats', 'table_describe']);

/** The tools of a library, all of them or those of one phase. */
export const toolboxOf = (library: ToolLibrary, names?: readonly string[]): Toolbox => ({
  tools: library.tools
    .filter(({ name }) => !names || names.includes(name))
    .map(
      ({ name, description, access, schema }): LoopTool => ({
        name,
        description,
        access,
        inputSchema: schema as JsonObject,
        returnsData: dataTools.has(name),
      }),
    ),
  call: async ({ name, input }, signal) => (await library.call(name, input, signal)) as JsonObject,
});
