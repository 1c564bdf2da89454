import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import { bannerOf, composerOf, editElement, say, wordsOf } from './studio-tab.ts';

const said = {
  he: {
    goal: 'השקת מוצר חדש',
    goalAsked: 'מה מטרת האירוע?',
    type: 'השקה',
    venueAsked: 'איפה?',
    venue: 'האנגר 11',
    ideas: 'תן לי רעיונות לכניסה',
    idea: 'תוסיף קיר לוגו',
    plan: 'תכין תוכנית עבודה',
    blue: 'תצבע את קיר הלוגו בכחול',
    element: 'קיר לוגו',
    red: 'אדום',
    blueName: 'כחול',
  },
  en: {
    goal: 'A new product',
    goalAsked: 'What is the event for?',
    type: 'Launch',
    venueAsked: 'Where?',
    venue: 'Hangar 11',
    ideas: 'give me ideas for the entrance',
    idea: 'add a logo wall',
    plan: 'prepare a work plan',
    blue: 'paint the logo wall blue',
    element: 'Logo wall',
    red: 'red',
    blueName: 'blue',
  },
} as const;

for (const language of ['he', 'en'] as const) {
  test(`from questions to a plan that others changed meanwhile, in ${language}`, async ({ openPage }) => {
    const words = wordsOf[language];
    const say_ = said[language];
    const page = await openPage({ path: '/studio' });
    await command(page, 'SettingsSet', { set: { language } });

    await page.getByRole('button', { name: words.projects.new }).click();
    await page.getByRole('textbox', { name: words.projects.title }).fill('Nova');
    await page.getByRole('textbox', { name: words.projects.client }).fill('Nova Ltd');
    await page.keyboard.press('Enter');
    await expect(composerOf(page, words)).toBeVisible();
    const projectId = /prj_\w+/.exec(page.url())?.[0] ?? '';

    await page.getByRole('radio', { name: words.channel.questions }).click();
    await page.getByRole('textbox', { name: say_.goalAsked }).fill(say_.goal);
    await page.getByRole('radio', { name: say_.type, exact: true }).check();
    await page.getByRole('textbox', { name: say_.venueAsked }).fill(say_.venue);
    await page.getByRole('button', { name: words.questions.next }).click();
    // Asked without saving: what was typed is still there, and still not a fact.
    await expect(page.getByRole('article', { name: words.talk.agent })).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: say_.goalAsked })).toHaveValue(say_.goal);
    await page.getByRole('button', { name: words.questions.save }).click();
    await expect(page.getByRole('textbox', { name: say_.goalAsked })).toBeHidden();
    await page
      .getByRole('radiogroup', { name: words.channel.label })
      .getByRole('radio', { name: words.channel.auto })
      .click();

    await say(page, words, say_.ideas);
    await page.getByRole('list', { name: words.talk.cards }).getByRole('button').first().click();
    const banner = bannerOf(page, words);
    await expect(banner).toContainText(words.draft.changes_one);
    // Not this one: discarded without a question, because it is a single change.
    await banner.getByRole('button', { name: words.draft.discard }).click();
    await expect(banner).toBeHidden();
    await say(page, words, say_.idea);
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: words.draft.apply }).click();
    await expect(banner).toBeHidden();

    await page.getByRole('tab', { name: words.panels.elements }).click();
    await page.getByRole('tabpanel').getByText(say_.element).first().click();
    await page.getByRole('button', { name: words.records.elements.approve, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.stage.advance }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.stage.planning }).click();
    // Required questions are open: a person has to have seen that.
    await dialog.getByRole('button', { name: words.stage.planning }).last().click();
    await expect(dialog).toBeHidden();

    await say(page, words, say_.plan);
    await expect(page.getByRole('tab', { name: words.panels.draft })).toHaveAttribute('aria-selected', 'true');
    const changes = page.locator('[data-op]');
    const all = await changes.count();
    expect(all).toBeGreaterThan(8);
    // By keys: walk, leave one out, edit another.
    await page.keyboard.press('Alt+KeyR');
    await expect(changes.first()).toBeFocused();
    await page.keyboard.press('KeyJ');
    await expect(changes.nth(1)).toBeFocused();
    const name = language === 'he' ? 'שלב ראשון' : 'First step';
    await page.keyboard.press('KeyE');
    await changes.nth(1).locator('input[data-edit]').first().fill(name);
    await page.keyboard.press('Enter');
    await expect(changes.nth(1).getByRole('checkbox', { name })).toBeVisible();
    await changes.last().focus();
    await page.keyboard.press('KeyX');
    await expect(changes.last().getByRole('checkbox')).not.toBeChecked();
    await expect(banner).not.toContainText(words.draft.changes_other.replace('{{count}}', String(all)));
    await banner.getByRole('button', { name: words.draft.apply }).click();
    if (await dialog.isVisible()) {
      for (const box of await dialog.getByRole('checkbox').all()) await box.check();
      await dialog.getByRole('button', { name: words.draft.apply }).click();
    }
    await expect(banner).toBeHidden();

    await say(page, words, say_.blue);
    await expect(banner).toContainText(words.draft.changes_one);
    await editElement(page, projectId, { colors: [{ name: { he: 'אדום', en: 'red' }, hex: '#c8102e' }] });
    await banner.getByRole('button', { name: words.draft.resolve }).click();
    await expect(dialog.getByRole('table')).toContainText(say_.red);
    await expect(dialog.getByRole('table')).toContainText(say_.blueName);
    await dialog.getByRole('radio', { name: words.conflict.take_mine }).click();
    await dialog.getByRole('button', { name: words.conflict.resolve }).click();
    await expect(dialog).toBeHidden();
    await banner.getByRole('button', { name: words.draft.apply }).click();
    await expect(banner).toBeHidden();
    const { view } = await command<{ view: { elements: { colors: { name: { en: string } }[] }[] } }>(
      page,
      'StudioGet',
      {
        projectId,
      },
    );
    expect(view.elements[0]?.colors.map(({ name: colour }) => colour.en)).toEqual(['blue']);
  });
}
