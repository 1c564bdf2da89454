import type { Json } from '@atelier/kernel/core';
import type { z } from 'zod';
import { WorkflowSource } from '../../authoring/workflow-source.ts';
import type { CompileErrorCode, Report } from '../problem.ts';
import { FORMS, fieldsAt, foundText, meantField, measure, nameOf, TYPE_NAMES, withExample } from './schema-words.ts';

/** The shape of the file, told part by part. */
export const checkSchema = (source: Json, report: Report): WorkflowSource | undefined => {
  const parsed = WorkflowSource.safeParse(source);
  if (parsed.success) return parsed.data;
  const said = new Set<string>();
  for (const { issue, path } of parsed.error.issues.flatMap((issue) => leaves(issue, [], source))) {
    // Each of them by its name: an author who hears of one at a time tries once for each.
    const problems =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => unknownField(name, path, source))
        : [describe(issue, path, valueAt(source, path))];
    for (const problem of problems) {
      const key = JSON.stringify(problem);
      if (said.has(key)) continue;
      said.add(key);
      report.error(problem.code, problem.pointer, problem.message, problem.fix);
    }
  }
  return undefined;
};

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;
type Leaf = { readonly issue: Issue; readonly path: Path };

/** Looks into unions: the author meant one branch, and wants to hear about that one. */
const leaves = (issue: Issue, base: Path, root: Json): readonly Leaf[] => {
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }];
  const meant = issue.errors.filter((branch) => !branch.some((each) => refusesKind(each)));
  const branches = meant.length > 0 ? meant : issue.errors;
  const best = [...branches].sort((a, b) => a.length - b.length)[0] ?? [];
  return best.flatMap((each) => leaves(each, path, root));
};

const DISCRIMINATORS = new Set<PropertyKey>(['type', 'kind', 'op']);
const refusesKind = (issue: Issue): boolean =>
  (issue.path.length === 0 && issue.code === 'invalid_type') ||
  (issue.path.length === 1 && DISCRIMINATORS.has(issue.path[0] ?? '')) ||
  (issue.code === 'unrecognized_keys' && issue.path.length === 0 && issue.keys.some((key) => DISCRIMINATORS.has(key)));

type Problem = {
  readonly code: CompileErrorCode;
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
};

const unknownField = (name: string, path: Path, root: Json): Problem => {
  const known = fieldsAt(path, valueAt(root, path));
  const meant = meantField(name, known);
  return {
    code: 'SCHEMA_INVALID',
    message: `\`${name}\` is not a field here.`,
    fix:
      meant === undefined
        ? `Remove it, or move it into \`metadata\`. Fields here: ${known.join(', ')}.`
        : `Did you mean \`${meant}\`?`,
    pointer: toPointer([...path, name]),
  };
};

const describe = (issue: Issue, path: Path, value: Json | undefined): Problem => {
  const name = nameOf(path);
  const at = toPointer(path);
  const problem = (message: string, fix: string, code: CompileErrorCode = 'SCHEMA_INVALID'): Problem => ({
    code,
    pointer: at,
    message,
    fix: withExample(fix, path),
  });
  if (value === undefined || value === null) return problem(`${name} is missing.`, `Add ${name}.`);
  const found = foundText(value);
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = TYPE_NAMES[issue.expected] ?? issue.expected;
      return problem(`${name} must be ${wanted}; found ${found}.`, `Write ${wanted}.`);
    }
    case 'invalid_value': {
      const allowed = issue.values.map((each) => `\`${String(each)}\``).join(', ');
      return problem(`${name} must be one of ${allowed}; found ${found}.`, `Use one of ${allowed}.`);
    }
    case 'invalid_format':
      return ID_KEYS.has(String(path.at(-1))) || ID_KEYS.has(String(path.at(-2)))
        ? problem(
            `${name} is not a valid id; found ${found}.`,
            path.length === 1
              ? 'Use `namespace.name` in lower case: letters, digits, `_` and `-`.'
              : 'Use lower-case letters, digits, `_` and `-`.',
            'INVALID_ID',
          )
        : problem(`${name} does not have the right form; found ${found}.`, FORMS[String(path.at(-1))] ?? 'Correct it.');
    case 'too_small':
      return problem(
        `${name} is too ${isNumber(issue.origin) ? 'small' : 'short'}; found ${found}.`,
        `The least allowed is ${measure(issue.minimum, issue.origin)}.`,
      );
    case 'too_big': {
      const code = BUDGETED.has(String(path.at(-1))) ? 'BUDGET_EXCEEDED' : 'SCHEMA_INVALID';
      return problem(
        `${name} is too ${isNumber(issue.origin) ? 'large' : 'long'}.`,
        `The most allowed is ${measure(issue.maximum, issue.origin)}.`,
        code,
      );
    }
    default:
      return problem(`${name} does not have an allowed form; found ${found}.`, 'Correct it.');
  }
};

const isNumber = (origin: string): boolean => origin === 'number' || origin === 'int';

const ID_KEYS = new Set([
  'id',
  'loopId',
  'conditionId',
  'slotId',
  'assessmentRefs',
  'requiresContext',
  'producesContext',
]);
const BUDGETED = new Set(['prompt', 'text']);

const toPointer = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const valueAt = (root: Json, path: Path): Json | undefined => {
  let value: Json | undefined = root;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as { readonly [key: PropertyKey]: Json })[key];
  }
  return value;
};
