import type { MaterialLine } from '../domain/entities.ts';
import type { PriceListItem } from '../domain/workspace.ts';
import { liveOf, type Records } from '../fold/records.ts';

type NewPrice = { readonly line: MaterialLine; readonly sku: string; readonly item: PriceListItem };

/** Lines that a price list names in the same unit with another price. What a person typed stands. */
export const newPrices = (
  records: Pick<Records, 'materialLine'>,
  items: readonly PriceListItem[],
): readonly NewPrice[] => {
  const bySku = new Map(items.map((item) => [item.sku, item]));
  return liveOf(records.materialLine).flatMap((line) => {
    const isTyped = line.priceSource === 'manual';
    const item = line.sku === undefined || isTyped ? undefined : bySku.get(line.sku);
    return item && line.sku !== undefined && item.unitCostMinor !== line.unitCostMinor && item.unit === line.unit
      ? [{ line, sku: line.sku, item }]
      : [];
  });
};
