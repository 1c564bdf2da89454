import { expect, test } from 'vitest';
import { environment } from '../../testing/compiling.ts';
import { builtins } from '../builtins/builtins.ts';
import { compileWorkflow } from '../compiler/compile.ts';
import { builtinsHelp, exampleWorkflow, schemaHelp } from './help.ts';

test('the example to start from compiles without a warning', () => {
  const compiled = compileWorkflow(exampleWorkflow, environment);
  expect(compiled.ok && compiled.value.snapshot.compiledWarnings).toEqual([]);
});

test('the outline names every field of a step, and the built-ins every id an author may refer to', () => {
  const { step, loop, workflow } = schemaHelp() as Record<string, string[]>;
  expect(workflow?.some((line) => line.startsWith('version (required): string'))).toBe(true);
  expect(step?.some((line) => line.startsWith('requireConfirmation'))).toBe(true);
  expect(loop?.some((line) => line.startsWith('while (required)'))).toBe(true);
  expect(JSON.stringify(schemaHelp()).length).toBeLessThan(9_000);
  expect(JSON.stringify(builtinsHelp(builtins))).toContain('wr.contracts.loop_control');
});
