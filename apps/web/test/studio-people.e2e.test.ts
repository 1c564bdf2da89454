import { command } from './command.ts';
import { expect, expectLive, test } from './fixtures.ts';
import { makeDemo, runTurn } from './studio-project.ts';

test('somebody is invited into a project, is seen there, gets another role, is removed, and may only look', async ({
  browser,
  openPage,
}) => {
  const owner = await openPage({ path: '/settings/people' });
  const projectId = await makeDemo(owner);
  const path = `/projects/${projectId}/studio`;
  await owner.reload();
  await owner.getByRole('button', { name: 'Invite someone' }).click();
  const invite = owner.getByRole('dialog', { name: 'Invite someone' });
  await invite.getByRole('combobox', { name: 'Project', exact: true }).click();
  await owner.getByRole('option', { name: /Nova/ }).first().click();
  await invite.getByRole('combobox', { name: 'Role in the project' }).click();
  await owner.getByRole('option', { name: 'owner' }).click();
  await invite.getByRole('button', { name: 'Create the link' }).click();
  const shown = owner.getByRole('dialog', { name: 'Send this link' });
  const link = (await shown.getByRole('region', { name: 'Send this link' }).innerText()).trim();
  await shown.getByRole('button', { name: 'Done' }).click();

  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const guest = await elsewhere.newPage();
  await guest.goto(link);
  await guest.getByLabel('Your name', { exact: true }).fill('Dana');
  await guest.keyboard.press('Enter');
  await expectLive(guest);
  await guest.goto(new URL(`${path}?panel=tasks`, link).href);
  await owner.goto(new URL(`${path}?panel=elements`, link).href);

  await expect(owner.getByRole('button', { name: 'Dana is here: Tasks' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'The owner of this Atelier is here: Elements' })).toBeVisible();

  // What the owner is about to change is shared; the guest says something about it, and the owner reads it at once.
  await runTurn(owner, projectId, { type: 'chatMessage', text: 'paint the main stage red' });
  await runTurn(owner, projectId, { type: 'shareDraft', shared: true });
  await guest.goto(new URL(`${path}?panel=draft`, link).href);
  await guest.getByText('The owner of this Atelier').last().click();
  await guest.getByLabel('Comment on these changes').fill('The client said blue');
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('region', { name: 'Comments' })).toContainText('The client said blue');
  await owner.goto(new URL(`${path}?panel=draft`, link).href);
  await expect(owner.getByRole('region', { name: 'Comments' })).toContainText('The client said blue');
  // While the guest is away the change is applied; the list of projects and the project itself say that it is new.
  await guest.goto(new URL('/studio', link).href);
  await runTurn(owner, projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
  await guest.reload();
  await expect(guest.getByRole('link', { name: /Nova.*update/ })).toBeVisible();
  await guest.goto(new URL(`${path}?panel=history`, link).href);
  const news = guest.getByRole('region', { name: 'New since you were last here' });
  await expect(news).toContainText('one change');
  await expect(guest.getByRole('article').filter({ hasText: 'New' }).first()).toBeVisible();
  await news.getByRole('button', { name: 'Close this notice' }).click();
  await expect(news).toHaveCount(0);
  await guest.goto(new URL(`${path}?panel=tasks`, link).href);
  await owner.goto(new URL(`${path}?panel=elements`, link).href);

  await owner.getByRole('button', { name: 'People in this project' }).click();
  const members = owner.getByRole('dialog', { name: 'People in this project' });
  const role = members.getByRole('combobox', { name: 'Role of Dana in the project' });
  await expect(role).toHaveText('Owner');
  await role.click();
  await owner.getByRole('option', { name: 'Viewer' }).click();
  await expect(role).toHaveText('Viewer');

  // The change is there in the other browser without a reload: a viewer looks, and may leave.
  await guest.getByRole('button', { name: 'Chat' }).click();
  await expect(guest.getByText('The conversation isn’t shown to you')).toBeVisible();
  await guest.getByRole('button', { name: 'Tasks' }).click();
  await guest.getByRole('button', { name: 'People in this project' }).click();
  const seen = guest.getByRole('dialog', { name: 'People in this project' });
  await expect(seen.getByRole('listitem').filter({ hasText: 'Dana' })).toContainText('Viewer');
  await expect(seen.getByRole('combobox')).toHaveCount(0);
  await expect(seen.getByRole('button', { name: 'Leave' })).toBeVisible();

  await members.getByRole('button', { name: 'Remove Dana from the project' }).click();
  await expect(guest.getByRole('heading', { name: 'This project isn’t here' })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Dana is here: Tasks' })).toHaveCount(0);
  await members.getByRole('combobox', { name: 'Who to add' }).click();
  await owner.getByRole('option', { name: 'Dana' }).click();
  await members.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(members.getByRole('combobox', { name: 'Role of Dana in the project' })).toHaveText('Editor');
  await expect(members.getByText('Everyone in this Atelier is in the project already.')).toBeVisible();

  // Somebody who may only look opens a Workbench, and is told why there is nothing to write in.
  const { people } = await command<{ people: { userId: string; name: string | null }[] }>(owner, 'PeopleGet', {});
  const userId = people.find(({ name }) => name === 'Dana')?.userId;
  await command(owner, 'PersonRoleSet', { userId, role: 'viewer' });
  const { workbenchId } = await command<{ workbenchId: string }>(owner, 'WorkbenchCreateSample', { language: 'en' });
  await guest.goto(new URL(`/workshop/${workbenchId}`, link).href);
  await expect(guest.getByText('You can look at everything here.')).toBeVisible();
  await expect(guest.getByRole('textbox')).toHaveCount(0);
  await expect(guest.getByRole('alert')).toHaveCount(0);
  await elsewhere.close();
});
