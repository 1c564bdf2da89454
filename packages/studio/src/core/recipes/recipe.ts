import type { Element, LText, Trade, WorkLine } from '../domain/index.ts';
import type { Sku } from './catalogue.ts';

export type RecipeTask = {
  readonly key: string;
  readonly title: LText;
  readonly trade: Trade;
  readonly minutes: string;
  readonly crew?: number;
  readonly after?: readonly string[];
  readonly purchase?: 'needed';
};

export type RecipeMaterial = {
  readonly key: string;
  readonly sku: Sku;
  /** Thousandths of the item's unit. */
  readonly qtyMilli: string;
  readonly wasteBps?: number;
  readonly task: string;
};

export type RecipeWork = {
  readonly key: string;
  readonly label: LText;
  readonly task: string;
  readonly kind?: WorkLine['kind'];
} & (
  | { readonly trade: Trade; readonly minutes: string; readonly crew?: number }
  | { readonly trade: Trade; readonly fixedMinor: number }
);

/** What making one kind of thing takes: versioned data, with whole-number formulas over its size. */
export type Recipe = {
  readonly id: string;
  readonly version: number;
  readonly kind: Element['kind'];
  readonly name: LText;
  readonly aliases: readonly string[];
  /** Of these, in mm, when nothing was said. */
  readonly dims: { readonly widthMm: number; readonly heightMm?: number; readonly depthMm?: number };
  /** Its size is told as the ground it takes: width by depth. */
  readonly isGround?: true;
  readonly materials: readonly string[];
  readonly tasks: readonly RecipeTask[];
  readonly lines: { readonly materials: readonly RecipeMaterial[]; readonly work: readonly RecipeWork[] };
  /** Same thing for less: which material gives way to which. */
  readonly cheaper: readonly { readonly key: string; readonly to: Sku; readonly why: LText }[];
  /** What the critic looks for. */
  readonly needs?: readonly ('power' | 'rigging' | 'transport')[];
};

/** Per hour, where the policy names no rate of its own. */
export const defaultRates: Readonly<Record<Trade, number>> = {
  design: 17_000,
  carpentry: 14_000,
  metal: 15_000,
  paint: 12_000,
  print: 12_000,
  electric: 16_000,
  rigging: 18_000,
  install: 13_000,
  transport: 12_000,
  av: 16_000,
  textile: 12_000,
  pm: 17_000,
  other: 12_000,
};
