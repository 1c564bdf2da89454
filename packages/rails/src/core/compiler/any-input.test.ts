import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import legacy from '../../../workflows/reference/legacy-dialect.json' with { type: 'json' };
import { builtins } from '../builtins/builtins.ts';
import { bundledFiles } from '../builtins/bundled.ts';
import { CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import { compileWorkflow } from './compile.ts';
import { CompileError } from './problem.ts';

const compile = (file: Json) =>
  compileWorkflow(file, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: true,
  });

/** Whatever comes in, out comes a snapshot that its schema accepts, or refusals of the closed kinds. */
const answersAsPromised = (file: Json): void => {
  const result = compile(file);
  if (result.ok) expect(CompiledWorkflowSnapshotV1.safeParse(result.value.snapshot).error).toBeUndefined();
  else {
    expect(result.error.length).toBeGreaterThan(0);
    for (const error of result.error) expect(CompileError.safeParse(error).error).toBeUndefined();
  }
};

test('any JSON is answered, never thrown at', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => answersAsPromised(value as Json)),
    { numRuns: 300 },
  );
});

/** Every place in a file, as a path. */
const placesIn = (value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, item]) =>
      placesIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
};
const replaced = (value: Json, [key, ...rest]: readonly (string | number)[], by: Json): Json => {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)] ?? null, rest, by));
  const object = value as JsonObject;
  return { ...object, [key]: replaced(object[key] ?? null, rest, by) };
};

test('a real file with anything anywhere is answered, never thrown at', () => {
  const files = [legacy as Json, ...bundledFiles.map(({ source }) => source)];
  const spoilt = fc
    .constantFrom(...files)
    .chain((file) =>
      fc.tuple(
        fc.constant(file),
        fc.constantFrom(...placesIn(file)),
        fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', 'a', 'decide', 'loop')),
      ),
    );
  fc.assert(
    fc.property(spoilt, ([file, path, by]) => answersAsPromised(replaced(file, path, by as Json))),
    { numRuns: 300 },
  );
});

test('names that objects inherit mean nothing', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    answersAsPromised(
      JSON.parse(
        JSON.stringify(legacy)
          .replaceAll('wr.templates.routine.final-verification', name)
          .replaceAll('"metricsProfile"', `"${name}"`)
          .replaceAll('{{change}}', `{{wr.bindings.${name}}} {${name}}`),
      ),
    );
});

test('a file nested without end is refused', () => {
  let condition: Json = { var: 'x' };
  for (let depth = 0; depth < 20_000; depth++) condition = { not: condition };
  const result = compile({
    ...(legacy as JsonObject),
    steps: [{ id: 'a', title: 'a', prompt: 'p', runCondition: condition }],
  });
  expect(result).toMatchObject({ ok: false, error: [{ code: 'SCHEMA_INVALID', pointer: '' }] });
});

test('half a character is refused where it stands', () => {
  const result = compile({ ...(legacy as JsonObject), steps: [{ id: 'a', title: 'a', prompt: 'x\ud83d' }] });
  expect(result).toMatchObject({ ok: false, error: [{ code: 'SCHEMA_INVALID', pointer: '/steps/0/prompt' }] });
});
