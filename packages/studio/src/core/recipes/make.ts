import type {
  Element,
  LText,
  PolicyVersion,
  PriceListVersion,
  Trade,
  Unit,
  WorkLine,
  WorkPricing,
} from '../domain/index.ts';
import { tokensOf } from '../language/normalise.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { indexNames } from '../scope/name-index.ts';
import { resolveMention } from '../scope/resolve.ts';
import { type Price, priceOf, type Sku } from './catalogue.ts';
import { formulaValue, readFormula, type Sizes } from './formula.ts';
import { defaultRates, type Recipe, type RecipeTask } from './recipe.ts';
import { genericRecipe, recipes } from './recipes.ts';

export type Prices = {
  readonly policy: PolicyVersion | null;
  readonly priceList: PriceListVersion | null;
  readonly currency: string;
};

type Shape = Pick<Element, 'dims' | 'qty'>;

export type MadeTask = Omit<RecipeTask, 'minutes' | 'crew' | 'after'> & {
  readonly minutes: number;
  readonly crew: number;
  readonly after: readonly string[];
};
export type MadeMaterial = {
  readonly key: string;
  readonly label: LText;
  readonly unit: Unit;
  readonly qtyMilli: number;
  readonly wasteBps: number;
  readonly price: Price;
  readonly task: string;
};
export type MadeWork = {
  readonly key: string;
  readonly label: LText;
  readonly trade: Trade;
  readonly kind: WorkLine['kind'];
  readonly pricing: WorkPricing;
  readonly task: string;
};
export type Made = {
  readonly tasks: readonly MadeTask[];
  readonly materials: readonly MadeMaterial[];
  readonly work: readonly MadeWork[];
};

/** What one element takes, by its recipe, its size and today's prices. */
export const makeRecipe = (recipe: Recipe, shape: Shape, prices: Prices): Made => {
  const sizes = sizesOf(recipe, shape);
  const compute = (formula: string): number => computed(formula, sizes);
  return {
    tasks: recipe.tasks.map(({ minutes, crew, after, ...task }) => ({
      ...task,
      minutes: compute(minutes),
      crew: crew ?? 1,
      after: after ?? [],
    })),
    materials: recipe.lines.materials.map(({ key, sku, qtyMilli, wasteBps, task }) => {
      const price = priceOf(sku, prices.priceList, prices.currency);
      return {
        key,
        label: price.label,
        unit: price.unit,
        qtyMilli: compute(qtyMilli),
        wasteBps: wasteBps ?? 0,
        price,
        task,
      };
    }),
    work: recipe.lines.work.map((work) => ({
      key: work.key,
      label: work.label,
      trade: work.trade,
      kind: work.kind ?? 'labour',
      task: work.task,
      pricing:
        'fixedMinor' in work
          ? { mode: 'fixed', amountMinor: work.fixedMinor }
          : {
              mode: 'hourly',
              minutes: Math.max(1, compute(work.minutes)),
              crew: work.crew ?? 1,
              rateMinorPerHour: prices.policy?.tradeRates[work.trade] ?? defaultRates[work.trade],
            },
    })),
  };
};

/** What a cheaper material would be, priced like the others. */
export const cheaperPrice = (sku: Sku, prices: Prices): Price => priceOf(sku, prices.priceList, prices.currency);

export const sizesOf = ({ dims }: Recipe, { dims: own, qty }: Shape): Sizes => ({
  w: own.widthMm ?? dims.widthMm,
  h: own.heightMm ?? dims.heightMm ?? 1_000,
  d: own.depthMm ?? dims.depthMm ?? 100,
  qty,
});

const computed = (formula: string, sizes: Sizes): number => {
  const node = readFormula(formula);
  if (!node.ok) throw new Error(`the formula "${formula}" cannot be read at ${node.error.at}`);
  return Math.max(0, formulaValue(node.value, sizes));
};

export type RecipeMatch = { readonly recipe: Recipe; readonly by: 'name' | 'kind' | 'none' };

/** The recipe whose name an element bears; then the one of its kind; else a general guess. */
export const recipeFor = ({ name, aliases, kind }: Pick<Element, 'name' | 'aliases' | 'kind'>): RecipeMatch => {
  for (const said of [name.he, name.en, ...aliases]) {
    const found = said ? recipeOfName(said) : undefined;
    if (found) return { recipe: found, by: 'name' };
  }
  const ofKind = recipes.find((recipe) => recipe.kind === kind);
  return ofKind ? { recipe: ofKind, by: 'kind' } : { recipe: genericRecipe, by: 'none' };
};

const recipeNames = indexNames(
  recipes.map(({ id, name, aliases }) => ({ id, names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []) })),
);

/** A thing some words speak of: what it is made by, and its name as it was said. */
export type Thing = { readonly recipe: Recipe; readonly name: string; readonly matched: readonly number[] };

/** More words in common win: "קיר לוגו" is no plain wall. */
export const thingNamed = (said: string): Thing | undefined => {
  const mention = resolveMention(said, recipeNames, isKnownWord);
  if (mention.kind === 'none') return undefined;
  const [best] = [...mention.candidates]
    .filter(({ covered }) => covered >= 0.9)
    .sort((a, b) => b.matched.length - a.matched.length || b.score - a.score || (a.id < b.id ? -1 : 1));
  const recipe = recipes.find(({ id }) => id === best?.id);
  return recipe && best && { recipe, name: best.name, matched: best.matched };
};

/** The recipe a text speaks of, wherever in it. */
export const recipeNamed = (said: string): Recipe | undefined => thingNamed(said)?.recipe;

/** The recipe of what bears a name: bar stools are no bar, and a coffee counter is a counter. */
export const recipeOfName = (name: string): Recipe | undefined => {
  const thing = thingNamed(name);
  const [at, ...more] = thing?.matched ?? [];
  return thing && (more.length > 0 || at === headOf(tokensOf(name))) ? thing.recipe : undefined;
};

/** What a name is about: its first word in Hebrew, its last in English, before what is only said of it. */
const headOf = (words: readonly string[]): number => {
  if (/^[א-ת]/.test(words.find((word) => /^\p{L}/u.test(word)) ?? ''))
    return words.findIndex((word) => /^\p{L}/u.test(word));
  const end = words.findIndex((word, at) => at > 0 && beside.has(word));
  return words
    .slice(0, end < 0 ? undefined : end)
    .findLastIndex((word) => /^[a-z]{2,}$/.test(word) && !which.has(word));
};
const beside = new Set(tokensOf('with of for in on at near by and to from under over'));
const which = new Set(tokensOf('left right north south east west front rear upper lower new'));
