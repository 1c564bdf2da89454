import type { Json, JsonObject } from '@atelier/kernel/core';
import type { Builtins } from '../builtins/builtins.ts';
import { catalogueOf } from '../builtins/catalogue.ts';
import { workflowJsonSchema } from './json-schema.ts';
import { WORKFLOW_PLACES } from './workflow-places.ts';

/** Small, whole and compiling: a loop left by a decision, a routine, a confirmation. */
export const exampleWorkflow: JsonObject = {
  id: 'project.release_check',
  name: 'Release check',
  description: 'Checks a release, fixes what is wrong in passes, and asks before it ships.',
  version: '1.0.0',
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  steps: [
    { id: 'plan', title: 'Plan', prompt: 'List what this release must do. Goal: {{goal}}' },
    {
      type: 'loop',
      loopId: 'passes',
      title: 'Fix passes',
      maxIterations: 5,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [
        { id: 'fix', title: 'Test and fix', prompt: 'Pass {{currentIteration}}: run the tests and fix one failure.' },
        {
          id: 'decide',
          title: 'Again?',
          prompt: 'Decide whether another pass is needed.',
          output: { contractRef: 'wr.contracts.loop_control' },
        },
      ],
    },
    { type: 'template_call', id: 'check', templateId: 'wr.templates.routine.final-verification', args: {} },
    {
      id: 'ship',
      title: 'Ship',
      prompt: 'Show the user what changed, then ship.',
      requireConfirmation: true,
      output: { notesRequired: true },
    },
  ],
};

export const builtinsHelp = (builtins: Builtins): JsonObject => ({
  builtins: catalogueOf(builtins).map(({ kind, id, summary, snippet }) => ({ kind, id, summary, snippet })),
});

export const exampleHelp = (): JsonObject => ({
  example: exampleWorkflow,
  saveAs: [...WORKFLOW_PLACES],
  notes: [
    'The id is `namespace.name`; `wr` is reserved for bundled workflows.',
    'Check it with mode check and the file’s content in source; then it can be started by its id.',
  ],
});

/** The fields of a workflow file, a line each: the whole JSON Schema takes ten times as much to read. */
export const schemaHelp = (): JsonObject => {
  const defs = workflowJsonSchema().$defs as Readonly<Record<string, JsonObject>>;
  const lines = (name: string): Json => {
    const { properties = {}, required = [] } = (defs[name] ?? {}) as {
      properties?: Readonly<Record<string, JsonObject>>;
      required?: readonly string[];
    };
    return Object.entries(properties)
      .filter(([field]) => field !== '$schema')
      .map(([field, schema]) => lineOf(field, schema, required.includes(field)));
  };
  return {
    workflow: lines('Workflow'),
    step: lines('Step'),
    loop: lines('Loop'),
    templateCall: lines('TemplateCall'),
    notes: [
      'A step is told by having no `type`; a loop and a template call carry theirs.',
      'Exactly one of `prompt` and `promptBlocks` {goal, constraints[], procedure[], outputRequired{}, verify[]}.',
      '`output` is {contractRef?, required?, notesRequired?, hints?}.',
      '`{{name}}` in a prompt takes a value from context; {{goal}} is the goal of the run.',
    ],
  };
};

const lineOf = (field: string, schema: JsonObject, required: boolean): string => {
  const said = typeof schema.description === 'string' ? ` — ${schema.description}` : '';
  return `${field}${required ? ' (required)' : ''}: ${kindOf(schema)}${said}`;
};

const kindOf = (schema: JsonObject): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `list of ${kindOf((schema.items ?? {}) as JsonObject)}`;
  if (schema.type === 'object') {
    const inner = Object.keys((schema.properties ?? {}) as object);
    return inner.length > 0 ? `{${inner.join(', ')}}` : 'object';
  }
  const options = (schema.anyOf ?? schema.oneOf) as readonly JsonObject[] | undefined;
  if (options) return options.map(kindOf).join(' or ');
  if (typeof schema.$ref === 'string')
    return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1).replace(/^__.*/, 'see example');
  return typeof schema.type === 'string' ? schema.type : 'any';
};
