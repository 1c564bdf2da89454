import { expect, test } from 'vitest';
import { amendPlan, markItem, nextItem, parsePlan, renderPlan, saidFailed } from './grammar.ts';

test('a plan is read however it was bulleted and written one way', () => {
  const plan = parsePlan(
    '# Execution Plan\n\n  * [ ] 1) Add a column\n\t+ [X] Total it\n- [!] 3. Chart it [Failed: no chart tool]\n',
  );
  expect(plan.items.map(({ label, mark }) => [label, mark])).toEqual([
    ['Add a column', 'pending'],
    ['Total it', 'done'],
    ['Chart it', 'failed'],
  ]);
  expect(renderPlan(plan)).toBe(
    '<!-- original_count: 3 -->\n- [ ] 1. Add a column\n- [x] 2. Total it\n- [!] 3. Chart it [Failed: no chart tool]\n\n# Execution Plan\n',
  );
  expect(parsePlan(renderPlan(plan))).toEqual(plan);
});

test('no items and the marker is an analysis; with items the marker does not count', () => {
  expect(parsePlan('<!-- analysis_only -->\nNothing to write.').isAnalysisOnly).toBe(true);
  expect(parsePlan('<!-- analysis_only -->\n- [ ] 1. Write').isAnalysisOnly).toBe(false);
  expect(parsePlan('Nothing to write.').isAnalysisOnly).toBe(false);
});

test('amendments come once each, after what is there, up to twice the first length', () => {
  const plan = parsePlan('- [ ] 1. a\n- [ ] 2. b\n- [ ] 3. c');
  const { plan: longer, dropped } = amendPlan(
    plan,
    'Done.\n- [ ] A!\n- [ ] d\n- [ ] D.\n- [ ] e\n- [x] f\n- [ ] g\n- [ ] h',
  );
  expect(longer.items.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
  expect(dropped).toEqual(['h']);
  expect(amendPlan(longer, '- [ ] i').dropped).toEqual(['i']);
});

test('only the engine marks, in the order of the text, and a reason stays on one short line', () => {
  const plan = markItem(parsePlan('- [ ] 1. a\n- [ ] 2. b'), 0, 'failed', `line one\nline two] ${'x'.repeat(300)}`);
  expect(nextItem(plan)).toBe(1);
  const [line] = renderPlan(plan).split('\n').slice(1);
  expect(line).toMatch(/^- \[!\] 1\. a \[Failed: line one line two\) x+\]$/);
  expect(plan.items[0]?.reason?.length).toBe(220);
  expect(nextItem(markItem(plan, 1, 'done'))).toBeNull();
});

test('an item that says it failed is taken at its word', () => {
  expect(saidFailed('I tried.\n- [!] 2. Total it [Failed: the column is text]')).toBe('the column is text');
  expect(saidFailed('[Failed: no such sheet]\n')).toBe('no such sheet');
  expect(saidFailed('- [!] early\nbut then it worked')).toBeNull();
});

test('Hebrew labels are kept and compared like any other', () => {
  const plan = parsePlan('- [ ] 1. הוספת עמודה');
  expect(amendPlan(plan, '- [ ] הוספת עמודה.').plan.items).toHaveLength(1);
});
