import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** Numbers stand at the end side so that their digits line up in both directions. */
export const Table = <Row,>({ label, columns, rows, keyOf }: Props<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
    <table className="w-full border-collapse text-base">
      <thead>
        <tr className="border-line border-y bg-sunken">
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(
                'h-8 whitespace-nowrap px-5 font-medium text-faint text-xs',
                column.numeric === true ? 'text-end' : 'text-start',
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-line border-b last:border-b-0 hover:bg-sunken">
            {columns.map((column) => (
              <td
                key={column.id}
                className={classNames('h-10 px-5', column.numeric === true ? 'text-end tabular-nums' : 'text-start')}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
