import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blocks, compiled, stepOf, workflow } from '../../../testing/compiling.ts';
import { builtins } from '../../builtins/builtins.ts';

test('prompt blocks are rendered in a fixed order under fixed headings', () => {
  const { prompt } = stepOf(
    compiled(
      workflow([
        blocks(
          'a',
          {
            verify: ['V'],
            outputRequired: { b: 'B', a: 'A' },
            procedure: ['1. P', 'Q'],
            constraints: ['C'],
            goal: 'G',
          },
          { guidance: ['H'], output: { hints: ['I'] } },
        ),
      ]),
    ),
    'a',
  );
  expect(prompt).toBe(
    [
      '## Goal\nG',
      '## Constraints\n- C',
      '## Procedure\n1. P\n2. Q',
      '## Output required\n- **a**: A\n- **b**: B',
      '## Verify\n- V',
      '## Guidance\n- H',
      '## Hints for the output\n- I',
    ].join('\n\n'),
  );
});

test('a referenced text is embedded whole and listed with its digest', () => {
  const ref = { kind: 'ref', refId: 'wr.refs.append_only_truth' };
  const snapshot = compiled(workflow([blocks('a', { constraints: [[{ kind: 'text', text: 'Mind: ' }, ref]] })]));
  const text = builtins.refs.get('wr.refs.append_only_truth')?.text ?? '';
  expect(stepOf(snapshot, 'a').prompt).toContain(`Mind: ${text}`);
  expect(snapshot.refs).toEqual([
    {
      refId: 'wr.refs.append_only_truth',
      bytes: Buffer.byteLength(text),
      contentHash: `sha256:${createHash('sha256').update(JSON.stringify(text)).digest('hex')}`,
    },
  ]);
});
