import { ns } from '../../package/namespaces.ts';
import type { XmlElement } from '../../package/xml.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { attributeOf, childOf } from '../../package/xml-query.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';

type PivotSource = { readonly part: string; readonly source: XmlElement };

/** What pivot tables read of a sheet of this workbook. */
export const pivotSources = (edit: BookEdit, { name }: Pick<SheetInfo, 'name'>): readonly PivotSource[] =>
  edit.parts
    .names()
    .filter((part) => /(^|\/)pivotCacheDefinition[^/]*\.xml$/.test(part))
    .flatMap((part): PivotSource[] => {
      const source = childOf(childOf(edit.parts.xml(part).root, ns.sheet, 'cacheSource'), ns.sheet, 'worksheetSource');
      // With a relationship, the sheet is one of another workbook.
      if (!source || attributeOf(source, 'id', ns.relationships) !== undefined) return [];
      return attributeOf(source, 'sheet')?.toLowerCase() === name.toLowerCase() ? [{ part, source }] : [];
    });

/** A pivot table that names a sheet no workbook has can't be refreshed. */
export const renamePivotSources = (edit: BookEdit, from: string, to: string): void => {
  for (const { part, source } of pivotSources(edit, { name: from })) {
    const change = createXmlEdit(edit.parts.xml(part));
    change.setAttribute(source, 'sheet', to);
    edit.parts.put(part, change.toBytes());
  }
};
