import type { Json, JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import reference from '../../../workflows/reference/artifact-loop.json' with { type: 'json' };
import { createTestWorld, okAnswer } from '../../testing/world.ts';
import type { Answer } from '../respond/answer.ts';
import { bundledFiles } from './bundled.ts';

const idOf = (source: Json): string => (source as { id: string }).id;
const decision = (choice: 'continue' | 'stop') => ({
  output: { artifacts: [{ kind: 'wr.loop_control', decision: choice }] },
});

/** Sends what the prompt itself shows as an example, and a line of notes: what an obedient agent would do. */
const obey = (answer: Answer) => {
  const examples = [...(answer.pending?.prompt ?? '').matchAll(/^Example:\n```json\n([\s\S]+?)\n```/gm)];
  return {
    output: {
      notesMarkdown: `Did ${answer.pending?.title}.`,
      artifacts: examples.map(([, json]) => JSON.parse(json ?? '') as JsonObject),
    },
  };
};

describe('an agent that does what the prompts say reaches the end of', () => {
  test.each(bundledFiles.map(({ source }) => [idOf(source), source] as const))('%s', async (workflowId, source) => {
    const world = createTestWorld({ [workflowId]: source });
    let at: Answer = await world.start(workflowId, { goal: 'Try this' });
    const seen: string[] = [];
    while (at.pending) {
      seen.push(at.pending.stepId);
      expect(at.pending.prompt).not.toMatch(/\[unset|\{\{|\{[a-z]+\}/);
      at = okAnswer(await world.advance(at, obey(at)));
    }
    expect(at.isComplete).toBe(true);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

test('[RL-56] no bundled workflow has criteria on notes, and the reference loop ends by artifacts alone', async () => {
  for (const { source } of bundledFiles) expect(JSON.stringify(source)).not.toContain('validationCriteria');

  const world = createTestWorld({ 'wr.reference_artifact_loop': reference });
  const stepsWith = async (...choices: ('continue' | 'stop')[]) => {
    // Context that would end or prolong any loop that looked at it.
    let at: Answer = await world.start('wr.reference_artifact_loop', {
      context: { decision: 'stop', again: false, done: true },
    });
    const seen: string[] = [];
    while (at.pending) {
      seen.push(at.pending.stepId);
      const artifacts = at.pending.stepId === 'decide' ? decision(choices.shift() ?? 'stop') : {};
      at = okAnswer(await world.advance(at, artifacts));
    }
    return seen.join(' ');
  };
  expect(await stepsWith('stop')).toBe('begin work decide end');
  expect(await stepsWith('continue', 'continue', 'stop')).toBe('begin work decide work decide work decide end');
});
