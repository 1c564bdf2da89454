import type { RenderEditCellProps } from 'react-data-grid';
import type { GridColumn } from './grid-column.ts';
import { isNumeric, plainText } from './grid-column.ts';
import type { SheetRow } from './grid-rows.ts';

const editorClass = 'size-full bg-raised px-2 text-base text-text outline-none';

/** The field of one cell, labelled by its column. Enter and Tab take what was typed, Escape does not. */
export const GridEditor = <Row,>({
  column,
  props: { row, onRowChange, onClose },
}: {
  readonly column: GridColumn<Row>;
  readonly props: Pick<RenderEditCellProps<SheetRow<Row>>, 'row' | 'onRowChange' | 'onClose'>;
}) => {
  const text = row.typed ?? plainText(column.value(row.row), column);
  if (column.kind === 'choice') {
    return (
      <select
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
        autoFocus
        aria-label={column.name}
        value={column.choices?.find(({ label }) => label === text)?.value ?? ''}
        onChange={(event) => onRowChange({ ...row, typed: event.target.value }, true)}
        onBlur={() => onClose(true, false)}
        className={editorClass}
      >
        <option value="" />
        {column.choices?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      ref={focusAndSelect}
      aria-label={column.name}
      dir={isNumeric(column) ? 'ltr' : 'auto'}
      type={column.kind === 'date' ? 'date' : 'text'}
      inputMode={isNumeric(column) && column.kind !== 'date' ? 'decimal' : undefined}
      value={text}
      onChange={(event) => onRowChange({ ...row, typed: event.target.value })}
      onBlur={() => onClose(true, false)}
      className={editorClass}
    />
  );
};

const focusAndSelect = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};
