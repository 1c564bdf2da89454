import { expect, test } from './fixtures.ts';
import { viewOf } from './studio-project.ts';
import { bannerOf, openDemo, say, wordsOf } from './studio-tab.ts';

for (const language of ['he', 'en'] as const)
  test(`the revisions of a draft are walked through, and one of them is gone back to, in ${language}`, async ({
    openPage,
  }) => {
    const page = await openPage({ path: '/studio' });
    const words = wordsOf[language];
    const { projectId } = await openDemo(page, language);
    await say(page, words, language === 'he' ? 'תוסיף עמדת קפה' : 'add a coffee station');
    const { draft } = (await viewOf(page, projectId)).session;
    const dearer = `+₪${((draft?.impact.subtotalDeltaMinor ?? 0) / 100).toLocaleString('en-US')}`;
    const slider = page.getByRole('slider', { name: words.draft.revisionSlider });
    // One revision has nothing to slide between.
    await expect(page.locator('[data-op]').first()).toBeVisible();
    await expect(slider).toHaveCount(0);
    await say(page, words, language === 'he' ? 'תעשה אותה כחולה' : 'make it blue');
    await say(page, words, language === 'he' ? 'תצבע את הבמה המרכזית באדום' : 'paint the main stage red');
    await expect(slider).toHaveValue('3');

    await slider.focus();
    // Earlier is where reading began.
    await page.keyboard.press(language === 'he' ? 'ArrowRight' : 'ArrowLeft');
    await expect(slider).toHaveValue('2');
    const stage = language === 'he' ? 'במה מרכזית' : 'Main stage';
    const at = (revision: number) =>
      page.getByRole('region', { name: words.draft.revision.replace('{{revision}}', String(revision)), exact: true });
    await expect(at(2)).toContainText(language === 'he' ? 'כחול' : 'blue');
    await expect(at(2)).not.toContainText(stage);
    // Read only, and nobody's draft moved by looking.
    await expect(page.locator('[data-op]')).toHaveCount(0);
    await page.keyboard.press('Home');
    await expect(at(1)).not.toContainText(language === 'he' ? 'כחול' : 'blue');
    await expect(at(1).getByText(dearer)).toBeVisible();
    expect((await viewOf(page, projectId)).session.draft?.revision).toBe(3);

    await page.getByRole('button', { name: words.draft.restoreRevision.replace('{{revision}}', '1') }).click();
    await expect(bannerOf(page, words)).toContainText(words.draft.revision.replace('{{revision}}', '4'));
    await expect(slider).toHaveValue('4');
    expect((await viewOf(page, projectId)).session.draft?.ops).toHaveLength(draft?.ops.length ?? 0);
  });
