import type { Colour } from '../domain/index.ts';
import type { Sku } from '../recipes/catalogue.ts';
import type { ScopeAsked } from '../scope/needs-scope.ts';
import type { Axis, Growth } from './sizes.ts';

export type Size = Partial<Record<Axis, number>>;

/** One thing that is asked for, with everything it needs. */
export type Wish =
  | {
      readonly do: 'add';
      readonly name: string;
      readonly qty: number;
      readonly dims: Size;
      readonly colours: readonly Colour[];
      /** Added to this element. */
      readonly parentId?: string;
      /** Stands by this element. */
      readonly near?: { readonly elementId: string; readonly place: { readonly he: string; readonly en: string } };
    }
  /** Shall stay as it is. `rest`: everything that was not asked about. */
  | { readonly do: 'leave'; readonly ids: readonly string[]; readonly rest: boolean }
  | { readonly do: 'addLine'; readonly elementId: string; readonly sku: Sku; readonly qtyMilli?: number }
  | {
      readonly do: 'set';
      readonly ids: readonly string[];
      readonly colours: readonly Colour[];
      readonly dims: Size;
      readonly grow: readonly Growth[];
      readonly qty?: number;
    }
  | {
      readonly do: 'remove' | 'restore';
      readonly entity: 'element' | 'task' | 'materialLine' | 'workLine';
      readonly ids: readonly string[];
    }
  | { readonly do: 'rename'; readonly id: string; readonly to: string }
  | { readonly do: 'swap'; readonly lineIds: readonly string[]; readonly to: Sku }
  | { readonly do: 'moveDay'; readonly path: 'installStart' | 'eventDate' | 'strikeEnd'; readonly date: string }
  | { readonly do: 'cheaper'; readonly ids: readonly string[]; readonly bps?: number }
  | {
      readonly do: 'addTask';
      readonly title: string;
      readonly elementIds: readonly string[];
      readonly minutes?: number;
    }
  | { readonly do: 'setTask'; readonly ids: readonly string[]; readonly minutes: number }
  | { readonly do: 'setPrice'; readonly lineIds: readonly string[]; readonly unitCostMinor: number };

/** Why a request was not carried out. Nothing of it was. */
export type NotRead =
  | { readonly code: 'UNREAD'; readonly words: readonly string[] }
  | { readonly code: 'VAGUE'; readonly ids: readonly string[]; readonly growth: Growth }
  | { readonly code: 'WHICH_SIDE'; readonly ids: readonly string[]; readonly mm: number }
  | { readonly code: 'NEEDS_SCOPE'; readonly asked: ScopeAsked }
  /** "שני דלפקים וכיסאות בר": two things, or one that is called so. */
  | { readonly code: 'ONE_OR_TWO'; readonly verb: string; readonly whole: string; readonly things: readonly string[] }
  | { readonly code: 'SEVERAL'; readonly entity: 'task' | 'line'; readonly ids: readonly string[] }
  | { readonly code: 'UNKNOWN_MATERIAL'; readonly words: string }
  | { readonly code: 'NO_DATE'; readonly path: 'installStart' | 'eventDate' | 'strikeEnd' }
  | { readonly code: 'NOTHING' };
