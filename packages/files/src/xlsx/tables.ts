import { ns } from '../package/namespaces.ts';
import type { Parts } from '../package/opc.ts';
import { attributeOf, childOf, childrenOf, numberOf } from '../package/xml-query.ts';
import { parseRect, type Rect } from './ref.ts';

export type TableInfo = {
  readonly part: string;
  readonly name: string;
  readonly rect: Rect;
  readonly columns: readonly string[];
  readonly headerRows: number;
  readonly totalsRows: number;
};

export const readTables = (parts: Parts, sheetPart: string): TableInfo[] =>
  parts.relationships(sheetPart).flatMap((relationship): TableInfo[] => {
    const { part } = relationship;
    if (relationship.kind !== 'table' || part === undefined || !parts.has(part)) return [];
    const { root } = parts.xml(part);
    const rect = parseRect(attributeOf(root, 'ref') ?? '');
    if (!rect) return [];
    const columns = childrenOf(childOf(root, ns.sheet, 'tableColumns'), ns.sheet, 'tableColumn');
    return [
      {
        part,
        rect,
        name: attributeOf(root, 'displayName') ?? attributeOf(root, 'name') ?? '',
        columns: columns.map((column) => attributeOf(column, 'name') ?? ''),
        headerRows: numberOf(root, 'headerRowCount') ?? 1,
        totalsRows: numberOf(root, 'totalsRowCount') ?? 0,
      },
    ];
  });
