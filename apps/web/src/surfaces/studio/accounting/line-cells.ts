import {
  type DirectoryRecord,
  type Lang,
  type MaterialLine,
  Trade,
  Unit,
  WorkLine,
  type WorkPricing,
} from '@atelier/contracts/studio';
import { materialLineCost, workLineCost } from '@atelier/studio/view';
import type { Changes } from '../records/batch-ops.ts';
import { editedLang } from '../tasks/task-cells.ts';

export type CostLine =
  | { readonly type: 'material'; readonly id: string; readonly line: MaterialLine }
  | { readonly type: 'work'; readonly id: string; readonly line: WorkLine };

/** Stands for "no element" in a cell that has to hold a word. */
export const general = 'general';
/** Of a work line that costs a sum, whatever it takes. */
export const fixed = 'fixed';

export const workKinds = WorkLine.shape.kind.options;

export const costOf = (row: CostLine): number =>
  row.type === 'material' ? materialLineCost(row.line) : workLineCost(row.line);

/** Material: how much of the unit. Work by the hour: hours. */
export const quantityOf = (row: CostLine): number | null => {
  if (row.type === 'material') return row.line.qtyMilli / 1000;
  const { pricing } = row.line;
  return pricing.mode === 'hourly' ? Math.round((pricing.minutes / 60) * 100) / 100 : null;
};

export const unitOf = (row: CostLine): string =>
  row.type === 'material' ? row.line.unit : row.line.pricing.mode === 'hourly' ? 'hour' : fixed;

export const priceOf = (row: CostLine): number => {
  if (row.type === 'material') return row.line.unitCostMinor;
  const { pricing } = row.line;
  return pricing.mode === 'hourly' ? pricing.rateMinorPerHour : pricing.amountMinor;
};

const isHourly = (row: CostLine): boolean => row.type === 'work' && row.line.pricing.mode === 'hourly';

/** Whether a row has such a cell at all. */
export const canHold = (row: CostLine, column: string): boolean => {
  switch (column) {
    case 'quantity':
      return row.type === 'material' || isHourly(row);
    case 'waste':
    case 'supplier':
      return row.type === 'material';
    case 'crew':
    case 'factor':
      return isHourly(row);
    case 'kind':
    case 'trade':
      return row.type === 'work';
    default:
      return column !== 'cost';
  }
};

type Typed = string | number | null;
type World = { readonly own: Lang; readonly directory: readonly DirectoryRecord[] };

/** What a typed cell changes in its line; nothing when the line cannot hold it. `before` is what is on its way. */
export const lineChange = (
  row: CostLine,
  column: string,
  value: Typed,
  before: Changes,
  { own, directory }: World,
): Changes | undefined => {
  if (!canHold(row, column)) return undefined;
  if (column === 'label')
    return isWord(value) ? { [`label.${editedLang(row.line.label, own)}`]: value.trim().slice(0, 500) } : undefined;
  if (column === 'elementId') return { elementId: value === general || value === null ? null : value };
  return row.type === 'material'
    ? materialChange(column, value, directory)
    : workChange(row.line, column, value, (before.pricing as WorkPricing | undefined) ?? row.line.pricing);
};

const materialChange = (column: string, value: Typed, directory: readonly DirectoryRecord[]): Changes | undefined => {
  switch (column) {
    case 'quantity':
      return one('qtyMilli', within(scaled(value, 1000), 1, 1_000_000_000));
    case 'unit':
      return one(
        'unit',
        Unit.options.find((each) => each === value),
      );
    case 'waste':
      return one('wasteBps', within(scaled(value ?? 0, 100), 0, 5_000));
    case 'price': {
      const minor = within(value, 0, 100_000_000_000);
      return minor === undefined ? undefined : { unitCostMinor: minor, priceSource: 'manual' };
    }
    case 'supplier': {
      if (!isWord(value)) return { supplier: null };
      const name = value.trim().slice(0, 200);
      // A supplier with a record is named by it, so that a rename shows here too.
      return { supplier: directory.find((each) => each.kind === 'supplier' && each.name === name)?.id ?? name };
    }
    default:
      return undefined;
  }
};

const workChange = (line: WorkLine, column: string, value: Typed, pricing: WorkPricing): Changes | undefined => {
  const hourly = (part: Partial<Extract<WorkPricing, { mode: 'hourly' }>>): Changes | undefined =>
    pricing.mode === 'hourly' ? { pricing: { ...pricing, ...part } } : undefined;
  switch (column) {
    case 'kind':
      return one(
        'kind',
        workKinds.find((each) => each === value),
      );
    case 'trade':
      return one(
        'trade',
        Trade.options.find((each) => each === value),
      );
    case 'quantity': {
      const minutes = within(scaled(value, 60), 1, 600_000);
      return minutes === undefined ? undefined : hourly({ minutes });
    }
    case 'crew': {
      const crew = within(value, 1, 50);
      return crew === undefined ? undefined : hourly({ crew });
    }
    case 'factor': {
      const factorBps = within(scaled(value ?? 100, 100), 1_000, 50_000);
      if (factorBps === undefined || pricing.mode !== 'hourly') return undefined;
      const { factorBps: _was, ...rest } = pricing;
      return { pricing: factorBps === 10_000 ? rest : { ...rest, factorBps } };
    }
    case 'price': {
      const minor = within(value, 0, 100_000_000_000);
      if (minor === undefined) return undefined;
      return pricing.mode === 'hourly'
        ? hourly({ rateMinorPerHour: minor })
        : { pricing: { mode: 'fixed', amountMinor: minor } };
    }
    case 'unit': {
      if (value === fixed && pricing.mode === 'hourly')
        return { pricing: { mode: 'fixed', amountMinor: workLineCost({ ...line, pricing }) } };
      if (value === 'hour' && pricing.mode === 'fixed')
        return { pricing: { mode: 'hourly', minutes: 60, crew: 1, rateMinorPerHour: pricing.amountMinor } };
      return undefined;
    }
    default:
      return undefined;
  }
};

const isWord = (value: Typed): value is string => typeof value === 'string' && value.trim() !== '';
/** 1.5 → 1500 without a float in between being stored. */
const scaled = (value: Typed, by: number): Typed => (typeof value === 'number' ? Math.round(value * by) : value);
const within = (value: Typed, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
const one = <Value extends string | number>(path: string, value: Value | undefined): Changes | undefined =>
  value === undefined ? undefined : { [path]: value };
