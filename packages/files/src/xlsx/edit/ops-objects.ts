import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import { attributeOf, childOf, childrenOf, numberOf, prefixFor } from '../../package/xml-query.ts';
import { escapeXmlAttribute, escapeXmlText } from '../../package/xml-text.ts';
import { sheetPrefix } from '../formula/rewrite.ts';
import { isoToSerial } from '../number-format.ts';
import { cellRef, intersect, type Rect, spanRef } from '../ref.ts';
import { type BookEdit, insertOrdered, SHEET_ORDER, WORKBOOK_ORDER } from './book-edit.ts';
import { markUsersOfName } from './mark-formulas.ts';
import type { OpOf } from './ops.ts';
import { currentCells, rangeOf } from './ops-cells.ts';
import { checkedFormula, readStyle, setCell } from './set-content.ts';

const TABLE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';

const absolute = (rect: Rect): string => spanRef(rect).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');

export const setAutofilter = async (edit: BookEdit, op: OpOf<'set_autofilter'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const rect = op.range ? rangeOf(op.range) : undefined;
  if (rect && sheet.tables.some((it) => intersect(it.rect, rect)))
    refuseOp('unsupported_structure', 'A table has a filter of its own.');
  await edit.draft(sheet).editFrame((change, root, p) => {
    const known = childOf(root, ns.sheet, 'autoFilter');
    if (!rect) {
      if (known) change.remove(known);
      return;
    }
    const xml = `<${p}autoFilter ref="${spanRef(rect)}"/>`;
    if (known && attributeOf(known, 'ref') !== spanRef(rect)) change.replace(known, xml);
    if (!known) insertOrdered(change, root, SHEET_ORDER, 'autoFilter', xml);
  });
  // Programs find a filter by this hidden name as well.
  setName(edit, '_xlnm._FilterDatabase', rect ? sheetPrefix(sheet.name) + absolute(rect) : null, sheet.index, true);
  edit.effects.said(sheet.name, rect ? `filter set on ${sheet.name}!${op.range}` : `filter removed from ${sheet.name}`);
};

const setName = (edit: BookEdit, name: string, refersTo: string | null, local: number | null, hidden = false): void =>
  edit.editWorkbook((change, root) => {
    const group = childOf(root, ns.sheet, 'definedNames');
    const all = childrenOf(group, ns.sheet, 'definedName');
    const p = prefixFor(root, ns.sheet) ?? '';
    const known = all.find(
      (it) =>
        attributeOf(it, 'name')?.toLowerCase() === name.toLowerCase() &&
        (numberOf(it, 'localSheetId') ?? null) === local,
    );
    if (refersTo === null) {
      if (known && group) change.remove(all.length === 1 ? group : known);
      return;
    }
    const xml = `<${p}definedName name="${escapeXmlAttribute(name)}"${local === null ? '' : ` localSheetId="${local}"`}${hidden ? ' hidden="1"' : ''}>${escapeXmlText(refersTo)}</${p}definedName>`;
    if (known) change.setText(known, refersTo);
    else if (group) change.append(group, xml);
    else insertOrdered(change, root, WORKBOOK_ORDER, 'definedNames', `<${p}definedNames>${xml}</${p}definedNames>`);
  });

export const setDefinedName = async (edit: BookEdit, op: OpOf<'set_defined_name'>): Promise<void> => {
  if (!/^[\p{L}_\\][\p{L}\p{N}_.\\]{0,254}$/u.test(op.name) || /^(?:[A-Za-z]{1,3}\d+|[rRcC])$/.test(op.name))
    refuseOp('bad_op', `${op.name.slice(0, 60)} cannot name a range.`);
  const scope = op.scope ? edit.sheet(op.scope).index : null;
  const refersTo = op.refers_to ? checkedFormula(edit, op.refers_to) : null;
  setName(edit, op.name, refersTo, scope);
  await markUsersOfName(edit, op.name);
  edit.dirty.formulasChanged = true;
  edit.effects.said(null, refersTo === null ? `name ${op.name} removed` : `name ${op.name} set`);
};

export const addTable = async (edit: BookEdit, op: OpOf<'add_table'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const rect = rangeOf(op.range);
  if (rect.top === rect.bottom) refuseOp('bad_range', 'A table needs a header and at least one row.');
  if (sheet.tables.some((it) => intersect(it.rect, rect))) refuseOp('bad_op', 'The range overlaps another table.');
  const tables = edit.book().sheets.flatMap((it) => it.tables);
  const name = op.name ?? freshTableName(tables.map((it) => it.name));
  if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) || tables.some((it) => it.name.toLowerCase() === name.toLowerCase()))
    refuseOp('bad_op', `${name.slice(0, 60)} cannot name a table here.`);
  const header = await currentCells(edit, sheet, { ...rect, bottom: rect.top });
  const used = new Set<string>();
  const columns: string[] = [];
  for (let column = rect.left; column <= rect.right; column++) {
    const cell = header.find((it) => it.column === column);
    const wanted =
      cell && cell.value !== null && cell.value !== '' ? String(cell.value) : `Column${column - rect.left + 1}`;
    let unique = wanted;
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${wanted}${number}`;
    used.add(unique.toLowerCase());
    columns.push(unique);
    // The cell must say what the column is called, and as a text.
    if (cell?.kind !== 'string' || cell.value !== unique)
      await setCell(edit, sheet, rect.top, column, { content: { kind: 'value', value: unique } });
  }
  const part = edit.parts.freshName('xl/tables/table', '.xml');
  const ids = tables.map((it) => numberOf(edit.parts.xml(it.part).root, 'id') ?? 0);
  const id = Math.max(0, ...ids) + 1;
  const items = columns
    .map((it, index) => `<tableColumn id="${index + 1}" name="${escapeXmlAttribute(it)}"/>`)
    .join('');
  const style = escapeXmlAttribute(op.style ?? 'TableStyleMedium2');
  edit.parts.put(
    part,
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<table xmlns="${ns.sheet}" id="${id}" name="${escapeXmlAttribute(name)}" displayName="${escapeXmlAttribute(name)}" ref="${spanRef(rect)}" totalsRowShown="0"><autoFilter ref="${spanRef(rect)}"/><tableColumns count="${columns.length}">${items}</tableColumns><tableStyleInfo name="${style}" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`,
    ),
    TABLE_TYPE,
  );
  const relation = edit.parts.relate(sheet.part, { type: `${ns.relationships}/table`, target: part });
  await edit.draft(sheet).editFrame((change, root, p) => {
    const r = prefixFor(root, ns.relationships);
    const declared = r === undefined ? ` xmlns:r="${ns.relationships}"` : '';
    const xml = `<${p}tablePart${declared} ${r ?? 'r:'}id="${relation}"/>`;
    const group = childOf(root, ns.sheet, 'tableParts');
    if (group) {
      change.append(group, xml);
      change.setAttribute(group, 'count', String(childrenOf(group, ns.sheet, 'tablePart').length + 1));
    } else insertOrdered(change, root, SHEET_ORDER, 'tableParts', `<${p}tableParts count="1">${xml}</${p}tableParts>`);
  });
  edit.refresh();
  edit.effects.said(sheet.name, `table ${name} added at ${sheet.name}!${spanRef(rect)}`);
};

export const freshTableName = (taken: readonly string[]): string => {
  const folded = new Set(taken.map((it) => it.toLowerCase()));
  for (let number = 1; ; number++) if (!folded.has(`table${number}`)) return `Table${number}`;
};

const OPERATORS: Readonly<Record<string, string>> = {
  '>': 'greaterThan',
  '<': 'lessThan',
  '>=': 'greaterThanOrEqual',
  '<=': 'lessThanOrEqual',
  '=': 'equal',
  '<>': 'notEqual',
  between: 'between',
  not_between: 'notBetween',
  greater_than: 'greaterThan',
  less_than: 'lessThan',
  equal: 'equal',
  not_equal: 'notEqual',
  greater_or_equal: 'greaterThanOrEqual',
  less_or_equal: 'lessThanOrEqual',
};

const operatorOf = (text: string | null | undefined, fallback: string): string => {
  if (!text) return fallback;
  return (
    OPERATORS[text] ??
    (Object.values(OPERATORS).includes(text)
      ? text
      : refuseOp('bad_op', `${text.slice(0, 40)} is not an operator.`, { candidates: Object.keys(OPERATORS) }))
  );
};

const operand = (edit: BookEdit, value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return refuseOp('bad_op', 'A value is missing.');
  if (typeof value === 'number') return String(value);
  return value.startsWith('=') ? checkedFormula(edit, value) : `"${value.replaceAll('"', '""')}"`;
};

export const setConditionalFormat = async (edit: BookEdit, op: OpOf<'set_conditional_format'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const rect = rangeOf(op.range);
  const patch = readStyle(edit, op.style) ?? { fillColor: 'FFC7CE', fontColor: '9C0006' };
  const needsStyle = op.kind !== 'scale' && op.kind !== 'bar';
  const style = needsStyle ? ` dxfId="${edit.styles().differential(patch)}"` : '';
  await edit.draft(sheet).editFrame((change, root, p) => {
    const known = childrenOf(root, ns.sheet, 'conditionalFormatting');
    const priorities = known.flatMap((it) =>
      childrenOf(it, ns.sheet, 'cfRule').map((rule) => numberOf(rule, 'priority') ?? 0),
    );
    const priority = Math.max(0, ...priorities) + 1;
    const formula = (text: string) => `<${p}formula>${escapeXmlText(text)}</${p}formula>`;
    const rule = (attributes: string, inner: string) =>
      `<${p}cfRule ${attributes}${style} priority="${priority}">${inner}</${p}cfRule>`;
    const xml = `<${p}conditionalFormatting sqref="${spanRef(rect)}">${ruleXml(edit, op, rect, p, rule, formula)}</${p}conditionalFormatting>`;
    const last = known.at(-1);
    if (last) change.insertAfter(last, xml);
    else insertOrdered(change, root, SHEET_ORDER, 'conditionalFormatting', xml);
  });
  edit.effects.said(sheet.name, `conditional format set on ${sheet.name}!${op.range}`);
};

const ruleXml = (
  edit: BookEdit,
  op: OpOf<'set_conditional_format'>,
  rect: Rect,
  p: string,
  rule: (attributes: string, inner: string) => string,
  formula: (text: string) => string,
): string => {
  const first = cellRef(rect.top, rect.left);
  const colors = (op.colors ?? []).map((it) =>
    /^#[0-9a-fA-F]{6}$/.test(it)
      ? it.slice(1).toUpperCase()
      : refuseOp('bad_op', `${it.slice(0, 20)} is not a colour such as #RRGGBB.`),
  );
  const color = (it: string) => `<${p}color rgb="FF${it}"/>`;
  switch (op.kind) {
    case 'cell': {
      const operator = operatorOf(op.operator, 'greaterThan');
      const second = /etween/.test(operator) ? formula(operand(edit, op.value2)) : '';
      return rule(`type="cellIs" operator="${operator}"`, formula(operand(edit, op.value)) + second);
    }
    case 'text': {
      const text = op.text ?? refuseOp('bad_op', 'A text is missing.');
      const quoted = text.replaceAll('"', '""');
      return rule(
        `type="containsText" operator="containsText" text="${escapeXmlAttribute(text)}"`,
        formula(`NOT(ISERROR(SEARCH("${quoted}",${first})))`),
      );
    }
    case 'top':
      return rule(`type="top10"${op.operator === 'bottom' ? ' bottom="1"' : ''} rank="${op.rank ?? 10}"`, '');
    case 'formula':
      return rule('type="expression"', formula(checkedFormula(edit, String(op.value ?? op.text ?? ''))));
    case 'bar':
      return rule(
        'type="dataBar"',
        `<${p}dataBar><${p}cfvo type="min"/><${p}cfvo type="max"/>${color(colors[0] ?? '638EC6')}</${p}dataBar>`,
      );
    case 'scale': {
      const shown = colors.length >= 2 ? colors.slice(0, 3) : ['F8696B', 'FFEB84', '63BE7B'];
      const middle = shown.length === 3 ? `<${p}cfvo type="percentile" val="50"/>` : '';
      return rule(
        'type="colorScale"',
        `<${p}colorScale><${p}cfvo type="min"/>${middle}<${p}cfvo type="max"/>${shown.map(color).join('')}</${p}colorScale>`,
      );
    }
  }
};

const VALIDATION_TYPES = { list: 'list', number: 'decimal', date: 'date', length: 'textLength' } as const;

export const setValidation = async (edit: BookEdit, op: OpOf<'set_validation'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const rect = rangeOf(op.range);
  const [first, second] = validationFormulas(edit, op);
  const operator =
    op.kind === 'list'
      ? ''
      : ` operator="${operatorOf(op.operator, second === undefined ? 'greaterThanOrEqual' : 'between')}"`;
  await edit.draft(sheet).editFrame((change, root, p) => {
    const group = childOf(root, ns.sheet, 'dataValidations');
    const xml = `<${p}dataValidation type="${VALIDATION_TYPES[op.kind]}"${operator} allowBlank="1" showErrorMessage="1" sqref="${spanRef(rect)}"><${p}formula1>${escapeXmlText(first)}</${p}formula1>${second === undefined ? '' : `<${p}formula2>${escapeXmlText(second)}</${p}formula2>`}</${p}dataValidation>`;
    const items = childrenOf(group, ns.sheet, 'dataValidation');
    const same = items.find((it) => attributeOf(it, 'sqref') === spanRef(rect));
    if (same) change.replace(same, xml);
    else if (group) {
      change.append(group, xml);
      change.setAttribute(group, 'count', String(items.length + 1));
    } else
      insertOrdered(
        change,
        root,
        SHEET_ORDER,
        'dataValidations',
        `<${p}dataValidations count="1">${xml}</${p}dataValidations>`,
      );
  });
  edit.effects.said(sheet.name, `validation set on ${sheet.name}!${op.range}`);
};

const validationFormulas = (edit: BookEdit, op: OpOf<'set_validation'>): readonly [string, string | undefined] => {
  if (op.kind === 'list') {
    if (op.source_range) return [checkedFormula(edit, op.source_range), undefined];
    const items = op.items ?? refuseOp('bad_op', 'A list needs items or a source range.');
    const joined = items.join(',');
    if (items.some((it) => it.includes(',')) || joined.length > 255)
      refuseOp('bad_op', 'Items hold no comma and 255 characters in all; use a source range.');
    return [`"${joined.replaceAll('"', '""')}"`, undefined];
  }
  const value = (it: string | number | null | undefined): string => {
    if (op.kind === 'date' && typeof it === 'string' && !it.startsWith('=')) {
      const date = isoToSerial(it, edit.book().date1904);
      return date ? String(date.serial) : refuseOp('bad_op', `${it.slice(0, 40)} is not a date such as 2026-03-01.`);
    }
    if (typeof it === 'string' && !it.startsWith('=') && it.trim() !== '' && Number.isFinite(Number(it))) return it;
    return operand(edit, it);
  };
  return [value(op.value), op.value2 === null || op.value2 === undefined ? undefined : value(op.value2)];
};
