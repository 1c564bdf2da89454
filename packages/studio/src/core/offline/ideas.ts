import type { Card, LText } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { moneyText, said } from '../language/say.ts';
import { materialCost, workCost } from '../money/lines.ts';
import { makeRecipe, recipeNamed } from '../recipes/make.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { recipes } from '../recipes/recipes.ts';
import { chat, type SkillOutput, say } from '../skills/output.ts';
import type { SkillTurn, SkillWorld } from '../skills/world.ts';
import { materialText } from '../words/materials.ts';

const cardsAtOnce = 4;

type Theme = { readonly words: string; readonly title: LText; readonly pitch: LText; readonly finish: LText };
const t = (he: string, en: string): LText => ({ he, en });

const themes: readonly Theme[] = [
  {
    words: 'טבע ירוק צמחים nature green plants forest יער',
    title: t('יער עירוני', 'Urban forest'),
    pitch: t('צמחייה חיה, עץ גלוי ואור רך', 'Living plants, bare wood and soft light'),
    finish: t('עץ טבעי', 'natural wood'),
  },
  {
    words: 'הייטק סייבר טכנולוגי tech cyber future עתיד',
    title: t('קווי אור', 'Lines of light'),
    pitch: t('משטחים כהים עם פסי LED מדויקים', 'Dark surfaces with exact LED lines'),
    finish: t('שחור מט', 'matt black'),
  },
  {
    words: 'יוקרה אלגנטי luxury elegant gold זהב',
    title: t('נחושת וקטיפה', 'Copper and velvet'),
    pitch: t('חומרים חמים, מעט פריטים, הרבה אוויר', 'Warm materials, few pieces, much air'),
    finish: t('נחושת מוברשת', 'brushed copper'),
  },
  {
    words: 'צעיר צבעוני young colourful fun שמח',
    title: t('גושי צבע', 'Blocks of colour'),
    pitch: t('צורות גדולות בצבעי המותג שמזמינות להצטלם', 'Big shapes in brand colours that ask for a photo'),
    finish: t('צבע מבריק', 'gloss paint'),
  },
  {
    words: 'מדבר חול desert sand warm',
    title: t('דיונות', 'Dunes'),
    pitch: t('גלי עץ בגוני חול ואור נמוך', 'Waves of wood in sand tones and low light'),
    finish: t('גוון חול', 'sand tone'),
  },
  {
    words: 'יפני מינימליסטי minimal japanese clean נקי',
    title: t('שקט', 'Quiet'),
    pitch: t('קו אחד נקי, עץ בהיר ונייר', 'One clean line, pale wood and paper'),
    finish: t('עץ בהיר', 'pale wood'),
  },
  {
    words: 'תעשייתי industrial raw metal מתכת',
    title: t('מפעל', 'Workshop'),
    pitch: t('טראס גלוי, רשת ודיקט גולמי', 'Bare truss, mesh and raw ply'),
    finish: t('דיקט גולמי', 'raw ply'),
  },
  {
    words: 'ים water sea blue כחול מים',
    title: t('קו מים', 'Waterline'),
    pitch: t('שכבות שקופות והחזרי אור', 'Clear layers and reflected light'),
    finish: t('אקריל שקוף', 'clear acrylic'),
  },
];

/** `ideation.ideas` without a model: things that can be made × themes, in an order of this project's own. */
export const ideas = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang } = turn;
  const project = projectOf(world.records);
  const facts = liveOf(world.records.fact).filter(({ status }) => status === 'accepted' || status === 'proposed');
  const avoided = wordsOf(
    facts
      .filter(({ key }) => key === 'avoid')
      .map(({ value }) => String(value))
      .join(' '),
  );
  const wished = wordsOf(
    [turn.text, ...facts.filter(({ key }) => key === 'mood' || key === 'goal').map(({ value }) => String(value))].join(
      ' ',
    ),
  );
  const usable = themes.filter((theme) => ![...wordsOf(theme.words)].some((word) => avoided.has(word)));
  const named = recipeNamed(turn.text);
  const things = named ? [named] : recipes.filter(({ id }) => id !== 'plainWall');
  const liked = usable.filter((theme) => [...wordsOf(theme.words)].some((word) => wished.has(word)));
  const pool = liked.length > 0 ? liked : usable;
  const grid = pool.flatMap((theme) => things.map((recipe) => ({ theme, recipe })));
  const ordered = shuffled(grid, project.id);
  const shown = world.messages.filter(
    ({ role, skillId }) => role === 'assistant' && skillId === 'ideation.ideas',
  ).length;
  const from = ordered.length === 0 ? 0 : (shown * cardsAtOnce) % ordered.length;
  const picked = distinct([...ordered.slice(from), ...ordered.slice(0, from)]).slice(0, Math.max(3, cardsAtOnce));
  const cards = picked.map(({ theme, recipe }) => card(theme, recipe, world, lang));
  return {
    ...chat(
      lang === 'he'
        ? `${cards.length} כיוונים. כל אחד אפשר להוסיף, או לבקש עוד.`
        : `${cards.length} directions. Add any of them, or ask for more.`,
      {
        suggestedActions: [
          say(lang === 'he' ? '/רעיונות עוד' : '/ideas another', { he: 'עוד רעיונות', en: 'More ideas' }),
        ],
      },
    ),
    render: { kind: 'chat', cards },
  };
};

const card = (theme: Theme, recipe: Recipe, world: SkillWorld, lang: 'he' | 'en'): Card => {
  const { currency } = projectOf(world.records);
  const made = makeRecipe(recipe, { dims: {}, qty: 1 }, { policy: world.policy, priceList: world.priceList, currency });
  const direct = Number(
    made.materials.reduce((all, line) => all + materialCost({ ...line, unitCostMinor: line.price.unitCostMinor }), 0n) +
      made.work.reduce((all, { pricing }) => all + workCost(pricing), 0n),
  );
  const round = (minor: number): number => Math.round(minor / 10_000) * 10_000;
  const band = { fromMinor: round((direct * 8) / 10), toMinor: round((direct * 13) / 10) };
  const name = {
    he: `${said(theme.title, 'he')}: ${said(recipe.name, 'he')}`,
    en: `${said(theme.title, 'en')}: ${said(recipe.name, 'en')}`,
  };
  return {
    kind: 'idea',
    title: name,
    text: {
      he: `${said(theme.pitch, 'he')}. גימור: ${said(theme.finish, 'he')}.`,
      en: `${said(theme.pitch, 'en')}. Finish: ${said(theme.finish, 'en')}.`,
    },
    costBand: band,
    rows: [
      { label: t('חומרים', 'Materials'), value: recipe.materials.map((each) => materialText(each, lang)).join(', ') },
      {
        label: t('עלות ישירה משוערת', 'Direct cost, roughly'),
        value: `${moneyText(band.fromMinor, currency)}–${moneyText(band.toMinor, currency)}`,
      },
    ],
    action: say(
      lang === 'he' ? `תוסיף ${said(recipe.name, 'he')}` : `add ${withArticle(said(recipe.name, 'en').toLowerCase())}`,
    ),
  };
};

/** No theme and no thing twice among the first ones. */
const distinct = <Idea extends { readonly theme: Theme; readonly recipe: Recipe }>(
  ideas: readonly Idea[],
): readonly Idea[] => {
  const first: Idea[] = [];
  const rest: Idea[] = [];
  for (const idea of ideas) {
    const isNew = !first.some(({ theme, recipe }) => theme === idea.theme || recipe === idea.recipe);
    (isNew ? first : rest).push(idea);
  }
  return [...first, ...rest];
};

/** An order that is this project's own and never changes. */
const shuffled = <Item>(items: readonly Item[], seed: string): readonly Item[] => {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const order = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, at: state };
  });
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
};

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(tokensOf(text).flatMap((token) => [...variantsOf(token)]));

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
