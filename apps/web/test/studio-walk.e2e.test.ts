import type { ProjectView } from '@atelier/contracts/studio';
import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import { byKeys, byMouse } from './hands.ts';
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

const ways = [
  ['he', 'mouse'],
  ['en', 'mouse'],
  ['he', 'keys'],
  ['en', 'keys'],
] as const;
for (const [language, way] of ways) {
  test(`from questions to an issued quote, over a change of somebody else's, in ${language} by ${way}`, async ({
    openPage,
  }) => {
    test.setTimeout(120_000);
    const words = wordsOf[language];
    const say_ = said[language];
    const page = await openPage({ path: '/studio' });
    const { press, type, choose, tick } = way === 'mouse' ? byMouse : byKeys(page);
    const tell = async (text: string) => {
      if (way === 'mouse') return say(page, words, text);
      const agent = page.getByRole('article', { name: words.talk.agent });
      const before = await agent.count();
      await page.keyboard.press('Alt+Shift+KeyL');
      await expect(composerOf(page, words)).toBeFocused();
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
      await expect(agent).toHaveCount(before + 1);
    };
    await command(page, 'SettingsSet', { set: { language } });
    await command(page, 'StudioCompanySet', {
      requestId: 'request-company',
      company: { name: { he: 'סטודיו אור', en: 'Or Studio' } },
    });

    await press(page.getByRole('button', { name: words.projects.new }).first());
    await type(page.getByRole('textbox', { name: words.projects.title }), 'Nova');
    await type(page.getByRole('textbox', { name: words.projects.client }), 'Nova Ltd');
    await page.keyboard.press('Enter');
    await expect(composerOf(page, words)).toBeVisible();
    const projectId = /prj_\w+/.exec(page.url())?.[0] ?? '';

    const channel = page.getByRole('radiogroup', { name: words.channel.label });
    await choose(channel.getByRole('radio', { name: words.channel.questions }));
    await type(page.getByRole('textbox', { name: say_.goalAsked }), say_.goal);
    await choose(page.getByRole('radio', { name: say_.type, exact: true }));
    await type(page.getByRole('textbox', { name: say_.venueAsked }), say_.venue);
    await press(page.getByRole('button', { name: words.questions.next }));
    // Asked without saving: what was typed is still there, and still not a fact.
    await expect(page.getByRole('article', { name: words.talk.agent })).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: say_.goalAsked })).toHaveValue(say_.goal);
    await press(page.getByRole('button', { name: words.questions.save }));
    await expect(page.getByRole('textbox', { name: say_.goalAsked })).toBeHidden();
    await choose(channel.getByRole('radio', { name: words.channel.auto }));

    await tell(say_.ideas);
    await press(page.getByRole('list', { name: words.talk.cards }).getByRole('button').first());
    const banner = bannerOf(page, words);
    const dialog = page.getByRole('dialog');
    const apply = async () => {
      await press(banner.getByRole('button', { name: words.draft.apply }));
      // A large change is acknowledged first; a small one is applied at once.
      await expect.poll(async () => (await dialog.isVisible()) || (await banner.isHidden())).toBe(true);
      if (await dialog.isVisible()) {
        for (const box of await dialog.getByRole('checkbox').all()) await tick(box);
        await press(dialog.getByRole('button', { name: words.draft.apply }));
      }
      await expect(banner).toBeHidden();
    };
    await expect(banner).toContainText(words.draft.changes_one);
    // Not this one: discarded without a question, because it is a single change.
    await press(banner.getByRole('button', { name: words.draft.discard }));
    await expect(banner).toBeHidden();
    await tell(say_.idea);
    await expect(banner).toBeVisible();
    await apply();

    await choose(page.getByRole('tab', { name: words.panels.elements }));
    await press(page.getByRole('tabpanel').getByRole('button', { name: say_.element }).first());
    await press(page.getByRole('button', { name: words.records.elements.approve, exact: true }));
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: words.stage.advance }));
    await press(dialog.getByRole('button', { name: words.stage.planning }));
    // Required questions are open: a person has to have seen that.
    const anyway = words.stage.moveAnyway.replace('{{stage}}', words.stage.planning);
    await press(dialog.getByRole('button', { name: anyway }));
    await expect(dialog).toBeHidden();

    await tell(say_.plan);
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
    const edited = changes.nth(1).locator('input[data-edit]').first();
    await expect(edited).toBeFocused();
    await edited.press('ControlOrMeta+KeyA');
    await page.keyboard.insertText(name);
    await page.keyboard.press('Enter');
    await expect(changes.nth(1).getByRole('checkbox', { name })).toBeVisible();
    await expect(changes.nth(1)).toBeFocused();
    for (let at = 1; at < all - 1; at += 1) await page.keyboard.press('KeyJ');
    await expect(changes.last()).toBeFocused();
    await page.keyboard.press('KeyX');
    await expect(changes.last().getByRole('checkbox')).not.toBeChecked();
    await expect(banner).not.toContainText(words.draft.changes_other.replace('{{count}}', String(all)));
    await apply();

    await tell(say_.blue);
    await expect(banner).toContainText(words.draft.changes_one);
    await editElement(page, projectId, { colors: [{ name: { he: 'אדום', en: 'red' }, hex: '#c8102e' }] });
    await press(banner.getByRole('button', { name: words.draft.resolve }));
    await expect(dialog.getByRole('table')).toContainText(say_.red);
    await expect(dialog.getByRole('table')).toContainText(say_.blueName);
    await choose(dialog.getByRole('radio', { name: words.conflict.take_mine }));
    await press(dialog.getByRole('button', { name: words.conflict.resolve }));
    await expect(dialog).toBeHidden();
    await apply();
    const now = await command<{ view: ProjectView }>(page, 'StudioGet', { projectId });
    expect(now.view.elements[0]?.colors.map(({ name: colour }) => colour.en)).toEqual(['blue']);

    await choose(page.getByRole('tab', { name: words.panels.quote }));
    // What changed since it was approved is approved again from here.
    await press(page.getByRole('button', { name: words.quote.approveChanged.replace('{{name}}', say_.element) }));
    await press(page.getByRole('button', { name: words.quote.issue }));
    // What has to be known is there once the approval is: then its boxes stay where they are.
    const issueNow = dialog.getByRole('button', { name: words.quote.issueNow });
    const boxes = dialog.getByRole('checkbox');
    await expect.poll(async () => (await boxes.count()) > 0 || (await issueNow.isEnabled())).toBe(true);
    for (const box of await boxes.all()) await tick(box);
    await press(issueNow);
    await expect(dialog).toBeHidden();
    const issued = await command<{ view: ProjectView }>(page, 'StudioGet', { projectId });
    const [quote] = issued.view.quotes;
    expect(quote).toMatchObject({ status: 'issued', version: 1, locale: language });
    expect(quote?.totalMinor).toBeGreaterThan(0);
    await press(page.getByRole('link', { name: `${quote?.number} v1` }));
    const paper = page.frameLocator('iframe');
    await expect(paper.getByText(say_.element).first()).toBeVisible();
    await expect(paper.getByText(language === 'he' ? 'סטודיו אור' : 'Or Studio').first()).toBeVisible();
  });
}
