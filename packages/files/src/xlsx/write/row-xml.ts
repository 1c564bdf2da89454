import { escapeXmlText, hasIllegalCharacters, withoutIllegalCharacters } from '../../package/xml-text.ts';
import { isoToSerial } from '../number-format.ts';
import { columnLetters } from '../ref.ts';
import { blankStyle } from './blank-workbook.ts';
import { createByteSink, putBytes, putNumber, putPlain, putText } from './byte-rows.ts';

export type TableValue = string | number | bigint | boolean | null;
export type TableColumnType = 'string' | 'number' | 'boolean' | 'date' | 'timestamp' | 'time';
export type TableColumn = { readonly name: string; readonly type: TableColumnType };

const MOST_CHARACTERS = 32_767;
const STYLE_BY_TYPE: Readonly<Partial<Record<TableColumnType, number>>> = {
  date: blankStyle.date,
  timestamp: blankStyle.datetime,
  time: blankStyle.time,
};

/** Makes the XML of rows as bytes; what could not be written as it was is counted. */
export const createRowWriter = (columns: readonly TableColumn[]) => {
  const openings = columns.map((_, index) => Buffer.from(`<c r="${columnLetters(index + 1)}`));
  const dated = columns.map(({ type }) => STYLE_BY_TYPE[type]);
  const room = openings.reduce((sum, { length }) => sum + length + CELL_ROOM, 64);
  let sink = createByteSink(SINK_BYTES);
  let cut = 0;
  let cleaned = 0;

  const careful = (value: string): void => {
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
    putText(sink, `<t${space}>${escapeXmlText(safe)}</t></is></c>`);
  };

  const text = (value: string): void => {
    sink.reserve(CELL_ROOM);
    putBytes(sink, INLINE);
    const start = sink.length;
    putBytes(sink, PLAIN);
    if (putPlain(sink, value)) {
      sink.reserve(CELL_ROOM);
      putBytes(sink, PLAIN_END);
      return;
    }
    sink.length = start;
    careful(value);
  };

  const cell = (index: number, digits: Uint8Array, value: Exclude<TableValue, null>): void => {
    if (typeof value === 'number' && !Number.isFinite(value)) return;
    sink.reserve(room);
    putBytes(sink, openings[index] as Uint8Array);
    putBytes(sink, digits);
    if (typeof value === 'number') {
      putBytes(sink, VALUE);
      putNumber(sink, value);
      putBytes(sink, VALUE_END);
    } else if (typeof value === 'string') {
      const style = dated[index];
      const date = style === undefined ? undefined : isoToSerial(value, false);
      if (date === undefined) text(value);
      else putText(sink, `" s="${style}"><v>${date.serial}</v></c>`);
    } else if (typeof value === 'boolean') putText(sink, `" t="b"><v>${value ? 1 : 0}</v></c>`);
    // Beyond 15 digits a number cell would round; the digits are kept as text.
    else if (isExact(value)) putText(sink, `"><v>${value}</v></c>`);
    else text(String(value));
  };

  return {
    row: (number: number, values: readonly TableValue[]): void => {
      const digits = Buffer.from(String(number), 'latin1');
      putText(sink, `<row r="${number}">`);
      for (let index = 0; index < openings.length; index++) {
        const value = values[index];
        if (value !== null && value !== undefined) cell(index, digits, value);
      }
      putText(sink, '</row>');
    },
    header: (): void => {
      putText(sink, '<row r="1">');
      for (const [index, { name }] of columns.entries()) {
        putText(sink, `<c r="${columnLetters(index + 1)}1" s="${blankStyle.bold}`);
        text(name);
      }
      putText(sink, '</row>');
    },
    /** Anything around the rows. */
    raw: (xml: string): void => putText(sink, xml),
    size: (): number => sink.length,
    /** What was written since; the writer begins anew. */
    take: (): Buffer => {
      const taken = sink.bytes.subarray(0, sink.length);
      sink = createByteSink(SINK_BYTES);
      return taken;
    },
    problems: () => ({ cut, cleaned }),
  };
};

const SINK_BYTES = 320 * 1024;
/** More than the letters of any cell around its content. */
const CELL_ROOM = 64;
const bytesOf = (xml: string): Uint8Array => Buffer.from(xml, 'latin1');
const VALUE = bytesOf('"><v>');
const VALUE_END = bytesOf('</v></c>');
const INLINE = bytesOf('" t="inlineStr"><is>');
const PLAIN = bytesOf('<t>');
const PLAIN_END = bytesOf('</t></is></c>');
const SPACED = /^\s|\s$|\n/;
const isExact = (value: bigint): boolean => value < 1_000_000_000_000_000n && value > -1_000_000_000_000_000n;
