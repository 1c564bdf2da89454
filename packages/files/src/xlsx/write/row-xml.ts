import { escapeXmlText, hasIllegalCharacters, withoutIllegalCharacters } from '../../package/xml-text.ts';
import { isoToSerial } from '../number-format.ts';
import { columnLetters } from '../ref.ts';
import { blankStyle } from './blank-workbook.ts';

export type TableValue = string | number | bigint | boolean | null;
export type TableColumnType = 'string' | 'number' | 'boolean' | 'date' | 'timestamp' | 'time';
export type TableColumn = { readonly name: string; readonly type: TableColumnType };

const MOST_CHARACTERS = 32_767;
const STYLE_BY_TYPE: Readonly<Partial<Record<TableColumnType, number>>> = {
  date: blankStyle.date,
  timestamp: blankStyle.datetime,
  time: blankStyle.time,
};

/** Makes the XML of rows; what could not be written as it was is counted. */
export const createRowWriter = (columns: readonly TableColumn[]) => {
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const dated = columns.map(({ type }) => STYLE_BY_TYPE[type]);
  let cut = 0;
  let cleaned = 0;

  const text = (value: string): string => {
    let safe = value;
    if (value.includes('_x') || hasIllegalCharacters(value)) {
      safe = withoutIllegalCharacters(value);
      if (safe !== value) cleaned++;
      safe = safe.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
    }
    if (safe.length > MOST_CHARACTERS) {
      cut++;
      safe = safe.slice(0, MOST_CHARACTERS);
    }
    const space = SPACED.test(safe) ? ' xml:space="preserve"' : '';
    return `t="inlineStr"><is><t${space}>${escapeXmlText(safe)}</t></is></c>`;
  };

  const row = (number: number, values: readonly TableValue[]): string => {
    let xml = `<row r="${number}">`;
    for (let index = 0; index < letters.length; index++) {
      const value = values[index];
      if (value === null || value === undefined) continue;
      const cell = `<c r="${letters[index]}${number}" `;
      if (typeof value === 'number') {
        if (Number.isFinite(value)) xml += `<c r="${letters[index]}${number}"><v>${value}</v></c>`;
      } else if (typeof value === 'string') {
        const style = dated[index];
        const date = style === undefined ? undefined : isoToSerial(value, false);
        xml += date === undefined ? cell + text(value) : `${cell}s="${style}"><v>${date.serial}</v></c>`;
      } else if (typeof value === 'boolean') xml += `${cell}t="b"><v>${value ? 1 : 0}</v></c>`;
      // Beyond 15 digits a number cell would round; the digits are kept as text.
      else xml += isExact(value) ? `${cell}><v>${value}</v></c>` : cell + text(String(value));
    }
    return `${xml}</row>`;
  };

  const header = (): string => {
    const cells = columns.map(({ name }, index) => `<c r="${letters[index]}1" s="${blankStyle.bold}" ${text(name)}`);
    return `<row r="1">${cells.join('')}</row>`;
  };

  return { row, header, problems: () => ({ cut, cleaned }) };
};

const SPACED = /^\s|\s$|\n/;
const isExact = (value: bigint): boolean => value < 1_000_000_000_000_000n && value > -1_000_000_000_000_000n;
