import { expect, test } from 'vitest';
import { compiled, workflow } from '../testing/compiling.ts';
import { createTestWorld, linear, okAnswer } from '../testing/world.ts';

test('[RL-67] an unused argument is a warning, routines of the project are templates, and counts reach the agent as numbers', async () => {
  const routine = { ...linear('project.own-check', ['look']), kind: 'routine' };
  const each = {
    id: 'each',
    type: 'loop',
    title: 'Each',
    loop: { type: 'forEach', items: 'items', itemVar: 'item', indexVar: 'itemIndex', maxIterations: 100 },
    body: [{ id: 'one', title: 'One', prompt: 'Item {{itemIndex + 1}} of {{items.length}}: {{item}}.' }],
  };
  const final = {
    type: 'template_call',
    id: 'final',
    templateId: 'wr.templates.routine.final-verification',
    args: { scope: 'all of it', deliverableName: 'nobody asked' },
  };
  const own = { type: 'template_call', id: 'own', templateId: 'project.templates.routine.own-check' };
  const world = createTestWorld({
    'project.own-check': routine as never,
    'project.peer': linear('project.peer', [each as never, own as never, final as never]),
  });
  const snapshot = compiled(workflow([final]));
  expect(snapshot.compiledWarnings).toMatchObject([{ code: 'legacy_dialect' }]);
  const start = await world.start('project.peer', {
    context: { items: ['a', 'b'] },
    preferences: { autonomy: 'full_auto_never_stop' },
  });
  const prompts: string[] = [];
  for (let at = start, steps = 0; at.pending && steps < 12; steps += 1) {
    prompts.push(at.pending.prompt);
    at = okAnswer(await world.advance(at, { output: { notesMarkdown: 'done' } }));
  }
  expect(prompts.some((prompt) => prompt.includes('Do look.'))).toBe(true);
  expect(prompts[0]).toContain('Item 1 of 2: a.');
  expect(prompts[1]).toContain('Item 2 of 2: b.');
  expect(prompts.join('\n')).not.toMatch(/\{\{|\[unset/);
});
