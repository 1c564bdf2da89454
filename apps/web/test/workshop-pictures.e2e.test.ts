import { picture } from '../../../packages/files/fixtures/image/pictures.ts';
import { scanned } from '../../../packages/files/fixtures/pdf/documents.ts';
import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { ask, composer, makeBench, messages, openBench } from './workshop-bench.ts';

test('[WS-106] a pasted screenshot and a scanned page reach a model that sees; another refuses and offers those that do', async ({
  openPage,
  doubles,
  expected,
}) => {
  expected.push(/status of 422/);
  const page = await openPage();
  await command(page, 'UserSetConsentMode', { mode: 'allow_all', confirmed: true });
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  const about = { label: 'Looker', contextTokens: 64_000, efforts: [], tools: true, vision: true, price: null };
  const modelId = endpoint.models[0]?.modelId ?? '';
  await command(page, 'ModelsSetEntry', { entry: { ...about, modelId } });
  const id = await makeBench(page, 'Scans', [{ name: 'scan.pdf', bytes: await scanned(3) }]);
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId: 'builtin:offline' });
  await openBench(page, id);

  const shot = (await picture('png', 120, 80)).toString('base64');
  await expect(composer(page)).toBeFocused();
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, shot);
  await expect(composer(page)).toHaveValue('@screenshot.png ');
  await page.getByRole('radio', { name: 'Ask', exact: true }).click();
  await composer(page).fill('What does @screenshot.png show?');
  await composer(page).press('Enter');
  const choice = page.getByRole('dialog', { name: 'This model can’t see pictures' });
  await expect(choice.getByRole('list', { name: 'Pictures you ask about' })).toContainText('screenshot.png');
  await expect(choice.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await choice.getByRole('button', { name: 'Cancel' }).click();
  await expect(composer(page)).toHaveValue('What does @screenshot.png show?');
  expect(chatCalls(doubles)).toEqual([]);

  doubles.script({ text: 'A chart.' }, { text: 'A letter.' });
  await composer(page).press('Enter');
  await choice.getByRole('button', { name: 'Looker' }).click();
  await expect(messages(page)).toContainText('A chart.');
  expect(JSON.stringify(chatCalls(doubles)[0]?.body)).toContain(shot);

  await ask(page, 'What is on page 2 of scan.pdf?');
  await expect(messages(page)).toContainText('A letter.');
  const sent = JSON.stringify(chatCalls(doubles)[1]?.body);
  expect(sent).toContain('data:image/png;base64,');
  expect(sent).toContain('page 2');
  // A question that follows still sees the picture asked about before.
  expect(sent).toContain(shot);
});
