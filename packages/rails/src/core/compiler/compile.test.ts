import { describe, expect, test } from 'vitest';
import { compiled, loop, more, step, workflow } from '../../testing/compiling.ts';
import { CompiledWorkflowSnapshotV1 } from '../compiled.ts';

describe('a good workflow', () => {
  test('compiles to a snapshot that its own schema accepts unchanged', () => {
    const snapshot = compiled(workflow([step('a'), loop([step('b')]), step('c')], { conditions: [more] }));
    expect(CompiledWorkflowSnapshotV1.parse(snapshot)).toEqual(snapshot);
  });

  test('keeps document order in its sequence, bodies and steps', () => {
    const inner = loop([step('c')], { loopId: 'inner' });
    const snapshot = compiled(workflow([step('z'), loop([step('b'), inner, step('a')])], { conditions: [more] }));
    expect(snapshot.sequence).toEqual([
      { kind: 'step', stepId: 'z' },
      { kind: 'loop', loopId: 'passes' },
    ]);
    expect(
      snapshot.loops.map(({ loopId, body }) => [
        loopId,
        body.map((each) => ('stepId' in each ? each.stepId : each.loopId)),
      ]),
    ).toEqual([
      ['inner', ['c', 'inner__gate']],
      ['passes', ['b', 'inner', 'a', 'passes__gate']],
    ]);
    expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['z', 'b', 'c', 'inner__gate', 'a', 'passes__gate']);
  });
});
