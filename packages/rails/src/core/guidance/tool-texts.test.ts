import { expect, test } from 'vitest';
import { fieldTexts } from './field-texts.ts';
import { fieldDescription, TOOL_NAMES, toolDescription } from './tool-texts.ts';

test.each(TOOL_NAMES)('%s says when to call it and shows one call', (name) => {
  const text = toolDescription(name);
  expect(text).toMatch(/^When: /m);
  expect(text).toContain(`Example: ${name} {`);
});

test('the two tones differ in insistence alone', () => {
  for (const name of TOOL_NAMES) {
    const plain = toolDescription(name, 'plain');
    const firm = toolDescription(name, 'firm');
    expect(firm).not.toBe(plain);
    expect(firm.replaceAll(/- You MUST (.)/g, (_, first: string) => `- ${first.toUpperCase()}`)).toBe(plain);
    expect(plain).not.toContain('Please');
  }
});

test('starting explains every value of nextIntent, and continuing refers to it', () => {
  expect(toolDescription('continue_workflow')).toContain('nextIntent means what start_workflow says.');
  for (const name of ['start_workflow'] as const)
    for (const intent of ['perform_pending_then_continue', 'await_user_confirmation', 'rehydrate_only', 'complete'])
      expect(toolDescription(name)).toContain(`- ${intent}: `);
});

test('continuing shows right and wrong notes, and says that context is remembered', () => {
  const text = toolDescription('continue_workflow');
  for (const part of ['RIGHT notes:', 'WRONG notes:', 'the rest is remembered', 'the user speaking'])
    expect(text).toContain(part);
});

test('every field has a text, and a field without one is a fault', () => {
  expect(Object.keys(fieldTexts).sort()).toEqual([...TOOL_NAMES].sort());
  expect(fieldDescription('continue_workflow', 'ackToken')).toContain('receipt');
  expect(() => fieldDescription('continue_workflow', 'nothing')).toThrow('continue_workflow.nothing');
});
