import type { ManualOp, ProjectView, StudioEvent, StudioTurnDone } from '@atelier/contracts/studio';
import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { setLooks } from './expect-accessible.ts';
import { expect, expectLive } from './fixtures.ts';

let nth = 0;

/** The demo project, made the way a page makes it. */
export const makeDemo = async (page: Page): Promise<string> => {
  const { projectId } = await command<{ projectId: string }>(page, 'StudioDemoCreate', { requestId: 'request-demo' });
  return projectId;
};

export const viewOf = async (page: Page, projectId: string): Promise<ProjectView> =>
  (await command<{ view: ProjectView }>(page, 'StudioGet', { projectId })).view;

export const runTurn = (page: Page, projectId: string, event: StudioEvent): Promise<StudioTurnDone> => {
  nth += 1;
  return command(page, 'RunStudioTurn', { projectId, idempotencyKey: `test-key-${nth}`, event });
};

/** An edit by hand, as another tab would make it. */
export const editNow = async (page: Page, projectId: string, ops: readonly ManualOp[]): Promise<void> => {
  const { hashes } = await viewOf(page, projectId);
  const ids = ops.flatMap((op) => (op.op === 'create' ? [] : [op.id]));
  const ifMatch = Object.fromEntries(ids.map((id) => [id, hashes[id] ?? '']));
  const done = await runTurn(page, projectId, { type: 'manualEdit', ops: [...ops], ifMatch });
  expect(done.outcome, JSON.stringify(done.blockers)).toBe('done');
};

export const openPanel = async (
  page: Page,
  projectId: string,
  panel: string,
  language: 'en' | 'he' = 'en',
): Promise<void> => {
  await setLooks(page, 'light', language);
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/projects/${projectId}/studio?panel=${panel}`);
  await expectLive(page);
};
