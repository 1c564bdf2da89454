import { describe, expect, test } from 'vitest';
import { environment, loop, step, workflow } from '../../testing/compiling.ts';
import { compileWorkflow } from './compile.ts';

const told = (file: Parameters<typeof compileWorkflow>[0]) => {
  const result = compileWorkflow(file, environment);
  return result.ok ? [] : result.error.map(({ message, fix }) => `${message} ${fix}`);
};

const toldOf = (steps: readonly object[]) => told({ ...workflow([]), steps } as never);

describe('an error names the field, what was found, what may stand there and one example', () => {
  test.each([
    [
      'a field of another level',
      workflow([{ ...step('a'), name: 'A' }]),
      '`name` is not a field here. Did you mean `title`?',
    ],
    [
      'a field that only stands elsewhere',
      {
        ...workflow([step('a')]),
        assessments: [
          { id: 'q', purpose: 'Why', title: 'Q', dimensions: [{ id: 'd', purpose: 'Why', levels: ['a', 'b'] }] },
        ],
      },
      '`title` is not a field here. Remove it, or move it into `metadata`. Fields here: id, purpose, dimensions.',
    ],
    [
      'a contract without its namespace',
      workflow([step('a', { output: { contractRef: 'loop_control' } })]),
      'There is no contract `loop_control`. Did you mean `wr.contracts.loop_control`?',
    ],
    [
      'a version that is none',
      { ...workflow([step('a')]), version: '1' },
      '`version` does not have the right form; found "1". Write three numbers with dots. Example: `"version": "1.0.0"`',
    ],
    [
      'a loop whose while is a text',
      workflow([loop([step('a')], { while: 'more' })]),
      '`while` must be an object; found "more". Write an object. Example: `"while": {"kind":"condition_ref","conditionId":"more"}`',
    ],
    [
      'an entry of a list',
      { ...workflow([step('a')]), tags: ['ok', ''] },
      'entry 2 of `tags` is too short; found "". The least allowed is 1 character.',
    ],
  ])('%s', (_, file, expected) => {
    expect(told(file)).toContain(expected);
  });

  test('every field that a first try leaves out or gets wrong comes with an example that compiles in its place', () => {
    const first = {
      id: 'Mine',
      steps: [
        { id: 'A b', title: '', prompt: 5, runCondition: 'x > 1' },
        { type: 'loop', body: [] },
        { type: 'template_call', id: 'check' },
      ],
    };
    const said = told(first as never);
    expect(said.length).toBeGreaterThan(8);
    for (const each of said) expect(each).toMatch(/Example: `"\w+": /);
    const examples = Object.fromEntries(
      said.flatMap((each) => {
        const found = /Example: `(".*)`$/.exec(each)?.[1];
        return found === undefined ? [] : Object.entries(JSON.parse(`{${found}}`) as object);
      }),
    );
    const { name, description, version, title, prompt, runCondition } = examples;
    const mended = {
      id: 'project.mine',
      name,
      description,
      version,
      steps: [{ id: 'a', title, prompt, runCondition }],
    };
    expect(told(mended as never)).toEqual([]);
  });

  test('all fields that are not known are told at once, each with the one that is meant', () => {
    const said = toldOf([
      { id: 'a', name: 'A', instructions: 'Do a.' },
      { type: 'loop', id: 'l', steps: [step('x')], max: 3 },
    ]);
    for (const [written, meant] of [
      ['name', 'title'],
      ['instructions', 'prompt'],
      ['id', 'loopId'],
      ['steps', 'body'],
      ['max', 'maxIterations'],
    ])
      expect(said).toContain(`\`${written}\` is not a field here. Did you mean \`${meant}\`?`);
    expect(said.join('\n')).toContain('`body` is missing.');
    expect(said.join('\n')).not.toContain('null');
  });

  test('where nothing is near, all that may stand there are listed', () => {
    const [problem] = told(workflow([step('a', { output: { contractRef: 'zzzzzzzzzzzzzzzzzz' } })]));
    expect(problem).toContain('Use one of `wr.contracts.assessment`, `wr.contracts.capability_observation`');
  });
});
