import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { buildBundles, type Reply, railsServer } from './servers.ts';
import { createWorkplace, kilobyte } from './workplace.ts';

const STEPS = 20;

/** What a model reads: the list of tools once per conversation, and the text of each answer. */
export const tokens: Bench = {
  ids: ['answer-tokens', 'tools-list-tokens'],
  run: async ({ folder, say }) => {
    const { most, listed } = await measureTokens(folder);
    say(`a step is at most ${most} tokens, the list of tools ${listed}`);
    return [
      { id: 'answer-tokens', value: most, unit: 'tokens' },
      { id: 'tools-list-tokens', value: listed, unit: 'tokens' },
    ];
  },
};

/** A run of twenty steps over the built server. */
export const measureTokens = async (folder: string) => {
  const bundles = await buildBundles(folder);
  const workspacePath = createWorkplace(join(folder, 'work'));
  const ours = await railsServer(bundles, join(folder, 'data'));
  const list = await ours.listTools();
  const listed = tokensIn(JSON.stringify(list));
  let reply = await ours.call('start_workflow', { workflowId: 'project.long', workspacePath, goal: 'Measure.' });
  const counts: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const params = reply.structuredContent?.nextCall?.params;
    reply = await ours.call('continue_workflow', { ...params, output: { notesMarkdown: kilobyte(step) } });
    counts.push(tokensIn(textOf(reply)));
  }
  await ours.close();
  return { most: Math.max(...counts), steps: counts.length, listed, list };
};

const textOf = ({ content }: Reply): string =>
  (content as readonly { readonly text: string }[]).map(({ text }) => text).join('\n');

/**
 * An estimate of o200k tokens, because that vocabulary is two megabytes that nothing else here needs. It splits as
 * that tokenizer does (words at changes of case, digits by three, runs of signs) and counts long and random words by
 * length. Compared with o200k's own counts of the tool list of an earlier version: 5,693 and, without the schemas of
 * the answers, 2,911; this says 6,039 and 2,999. One token of ours is 101; this says 102.
 */
const tokensIn = (text: string): number => {
  let count = 0;
  for (const [part] of text.matchAll(PARTS)) count += costOf(part);
  return Math.round(count);
};

const RANDOM = '[a-z0-9]{40,}';
const PARTS = new RegExp(`${RANDOM}| ?[A-Z]*[a-z]+| ?[A-Z]+|\\d{1,3}| ?[^\\sA-Za-z\\d]+|\\s+`, 'g');

const costOf = (part: string): number => {
  if (part.length >= 40 && /^[a-z0-9]+$/.test(part)) return part.length / 1.64;
  if (/^ ?[A-Za-z]+$/.test(part)) return 1 + Math.max(0, Math.ceil((part.trim().length - 11) / 6));
  if (/^ ?[^\sA-Za-z\d]+$/.test(part)) return Math.ceil(part.trim().length / 3);
  return 1;
};
