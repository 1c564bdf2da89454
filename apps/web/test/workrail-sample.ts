import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAgent } from './mcp-agent.ts';

/** A workflow with everything a run graph can show: a condition, a loop, a contract. */
const reviewWorkflow = {
  id: 'user.release_review',
  name: 'Release review',
  description: 'Looks at a release from every side before it goes out.',
  version: '1.2.0',
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  steps: [
    { id: 'scope', title: 'Name what is in the release', prompt: 'List every change and who asked for it.' },
    {
      id: 'licences',
      title: 'Check licences',
      prompt: 'Only for new dependencies.',
      runCondition: { var: 'newDependencies' },
    },
    {
      type: 'loop',
      loopId: 'rounds',
      title: 'Review rounds',
      maxIterations: 5,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [
        { id: 'look', title: 'Look at one area', prompt: 'Take the riskiest area you have not looked at.' },
        {
          id: 'decide',
          title: 'Another round?',
          prompt: 'Decide.',
          output: { contractRef: 'wr.contracts.loop_control' },
        },
      ],
    },
    { id: 'report', title: 'Write the report', prompt: 'Say what is safe and what is not.', requireConfirmation: true },
  ],
};

const decision = (choice: 'continue' | 'stop') => ({
  output: { artifacts: [{ kind: 'wr.loop_control', decision: choice, summary: `The next round: ${choice}.` }] },
});

/** Fills a data folder with work that real clients did, for pictures and for looking at. */
export const fillSample = async (dataFolder: string): Promise<{ readonly release: string; readonly long: string }> => {
  await mkdir(join(dataFolder, 'workflows'), { recursive: true });
  await writeFile(join(dataFolder, 'workflows', 'release-review.json'), JSON.stringify(reviewWorkflow, null, 2));
  const agent = await startAgent(dataFolder);

  const bug = await agent.start('wr.bug_investigation', { goal: 'The login takes nine seconds since Tuesday' });
  const second = await agent.advance(
    bug,
    '## What is known\n\n- Nine seconds since build **4812**\n- Only with single sign-on\n\nThe proxy log shows two DNS lookups per request.',
    { context: { build: 4812, area: 'login' } },
  );
  await agent.advance(second, 'Three hypotheses; the resolver cache is the likeliest.');

  const scope = await agent.start('user.release_review', {
    goal: 'Release 2.4 of the payment service',
    context: { release: '2.4' },
  });
  let at = await agent.advance(
    scope,
    '## In the release\n\n| Change | Asked by |\n|---|---|\n| Retry on timeouts | Noa |\n| New receipt layout | Daniel |\n\nNothing touches the ledger.',
  );
  at = await agent.advance(at, 'Retries: idempotency keys are sent on every call. **Safe.**', {
    output: {
      artifacts: [
        {
          kind: 'wr.workflow_divergence',
          reason: 'efficiency_skip',
          summary: 'The layout was reviewed last week already.',
        },
      ],
    },
  });
  await agent.call('checkpoint_workflow', {
    checkpointToken: (at as unknown as { checkpointToken: string }).checkpointToken,
    output: { notesMarkdown: 'Half-way: retries are safe, receipts are next.' },
  });
  const deciding = at;
  at = await agent.advance(at, 'One more area: receipts.', decision('continue'));
  at = await agent.advance(at, 'Receipts: right-to-left amounts are misplaced.', {
    context: { blockers: ['RTL amounts'] },
  });
  at = await agent.advance(at, 'Enough.', decision('stop'));
  // Another chat goes back and decides otherwise: two branches.
  const back = await agent.rehydrate(deciding.stateToken);
  const otherwise = await agent.advance(back, 'Stop here: receipts are out of scope for 2.4.', decision('stop'));
  await agent.advance(
    otherwise,
    '## Report\n\n1. Retries are safe.\n2. Receipts wait for 2.5.\n\n> Go, without the new layout.',
  );

  const rpi = await agent.start('wr.rpi', {
    goal: 'דוח רבעוני לשותפים',
    preferences: { autonomy: 'full_auto_never_stop', riskPolicy: 'conservative' },
  });
  await agent.advance(rpi, 'נקראו שלושת הקבצים. ההכנסות עלו ב־8%.');

  const review = await agent.start('user.release_review', { goal: 'Release 2.3.1, hotfix' });
  const blocked = await agent.advance(
    await agent.advance(await agent.advance(review, 'One fix.'), 'Looked.'),
    'No artifact.',
  );
  void blocked;

  let long = await agent.start('user.long', {}).catch(() => undefined);
  if (long === undefined) {
    const steps = Array.from({ length: 40 }, (_, step) => ({
      id: `s${step}`,
      title: `Chapter ${step + 1}`,
      prompt: 'Translate it.',
    }));
    await writeFile(
      join(dataFolder, 'workflows', 'long.json'),
      JSON.stringify({
        id: 'user.long',
        name: 'Translate a book',
        description: 'One chapter after the other.',
        version: '1.0.0',
        steps,
      }),
    );
    long = await agent.start('user.long', { goal: 'Translate the handbook' });
  }
  const started = long;
  for (let step = 0; step < 40; step += 1) long = await agent.advance(long, `Chapter ${step + 1} is done.`);
  await agent.close();
  return { release: scope.session.sessionId, long: started.session.sessionId };
};
