import { expect, test } from 'vitest';
import { rankRuns } from './rank.ts';
import type { RunSummary } from './summary.ts';
import { toWordSet, wordsOf } from './words.ts';

const HEAD = 'a'.repeat(40);
let made = 0;
const run = (
  goal: string,
  more: Partial<RunSummary> & { readonly workflow?: string; readonly notes?: string } = {},
) => {
  made += 1;
  const id = String(made).padStart(26, '0');
  return {
    sessionId: `sess_${id}`,
    runId: `run_${id}`,
    title: goal,
    gitHeadSha: HEAD,
    gitBranch: 'main',
    repoRootHash: 'here',
    status: 'in_progress',
    lastActivityAt: new Date(made * 1_000).toISOString(),
    lastActivitySeq: made,
    words: toWordSet([goal, more.notes ?? '']),
    workflowWords: toWordSet([more.workflow ?? 'wr coding_task Coding task']),
    ...more,
  } as unknown as RunSummary;
};
const inRepository = { gitHeadSha: HEAD, gitBranch: 'main', repoRootHash: 'here' };
const titles = (runs: readonly RunSummary[], query: string, more = {}) =>
  rankRuns(runs, { ...inRepository, query, ...more }, 5).ranked.map(({ run: { title } }) => title);

const goals = [
  'rotate oauth credentials',
  'לבנות הצעת מחיר ללקוח חדש',
  '修复登录页面的错误',
  'ship the billing exporter to staging',
  'clean up old branches',
  'upgrade the linter',
  'draft release notes',
  'profile the importer',
  'rename the settings page',
];

test('[RL-59] words find their run among runs of one commit, in any script, whole or in part', () => {
  const runs = goals.map((goal) =>
    run(goal, goal.includes('exporter') ? { workflow: 'wr release Release train' } : {}),
  );
  for (const [query, goal] of [
    ['rotate oauth credentials', goals[0]],
    ['oauth', goals[0]],
    ['הצעת מחיר', goals[1]],
    ['המחיר ללקוח', goals[1]],
    ['登录 错误', goals[2]],
    ['登录页面', goals[2]],
    ['continue the billing exporter release', goals[3]],
    ['where were we with shipping the exporter?', goals[3]],
    ['billing export', goals[3]],
    ['staging release billing', goals[3]],
  ])
    expect([query, titles(runs, query ?? '')[0]]).toEqual([query, goal]);
});

test('a run that holds all the words is kept though five others stand in a better tier', () => {
  const far = run('rotate oauth credentials', {
    gitHeadSha: 'b'.repeat(40),
    gitBranch: 'other',
    repoRootHash: 'there',
  });
  const near = Array.from({ length: 9 }, (_, at) => run(`something else ${at}`));
  expect(titles([far, ...near], 'rotate oauth credentials')).toContain(far.title);
  expect(titles([far, ...near], 'oauth rotation')).toContain(far.title);
});

test('when only recency is left, the answer says so', () => {
  const runs = goals.map((goal) => run(goal));
  expect(rankRuns(runs, { ...inRepository, query: 'zanzibar' }, 5)).toMatchObject({ noMatch: true });
  expect(rankRuns(runs, { ...inRepository, query: 'oauth' }, 5)).toMatchObject({ noMatch: false });
  expect(rankRuns(runs, inRepository, 5)).toMatchObject({ noMatch: false });
});

test('words are letters of any script; accents and vowel points do not part them', () => {
  expect(wordsOf('Café Ünïted sign-in')).toEqual(['cafe', 'united', 'sign-in']);
  expect(wordsOf('שָׁלוֹם עולם')).toEqual(['שלום', 'עולם']);
  expect(wordsOf('Проверить счёт')).toEqual(['проверить', 'счет']);
  expect(toWordSet(['sign-in'])).toBe(' in sign sign-in ');
});
