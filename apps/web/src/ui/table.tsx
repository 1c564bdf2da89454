import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** What the row is called, the first column unless said; or what can be done with it. */
  readonly part?: 'title' | 'actions';
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/**
 * Numbers stand at the end side so that their digits line up in both directions. Where there is no room for columns,
 * each row becomes its title with its actions, and under them the names and values of the rest: nothing lies out of
 * sight to the side.
 */
export const Table = <Row,>({ label, columns, rows, keyOf }: Props<Row>) => {
  const title = columns.find(({ part }) => part === 'title') ?? columns[0];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="@container overflow-x-auto outline-offset-[-2px]">
      <table className="w-full border-collapse text-base @max-xl:block">
        <thead className="@max-xl:hidden">
          <tr className="border-line border-y bg-sunken">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classNames(
                  'h-8 whitespace-nowrap px-3 font-medium text-faint text-xs first:ps-5 last:pe-5',
                  column.numeric === true ? 'text-end' : 'text-start',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-xl:block @max-xl:border-line @max-xl:border-t">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="border-line border-b last:border-b-0 hover:bg-sunken @max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:items-center @max-xl:gap-x-3 @max-xl:gap-y-1 @max-xl:px-5 @max-xl:py-3"
            >
              {columns.map((column) => {
                const value = column.cell(row);
                return (
                  <td
                    key={column.id}
                    data-label={column.header}
                    className={classNames(
                      'h-10 px-3 py-1 first:ps-5 last:pe-5 @max-xl:h-auto @max-xl:px-0! @max-xl:py-0 @max-xl:text-start',
                      column.numeric === true ? 'text-end tabular-nums' : 'text-start',
                      isNothing(value) ? '@max-xl:hidden' : stackedClass(column, title),
                    )}
                  >
                    {value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const isNothing = (value: ReactNode): boolean => value === null || value === undefined || value === false;

/** The place of a cell where rows are stacked. */
const stackedClass = <Row,>(column: Column<Row>, title: Column<Row> | undefined): string => {
  if (column === title) return '@max-xl:col-start-1 @max-xl:row-start-1 @max-xl:min-w-0 @max-xl:wrap-anywhere';
  if (column.part === 'actions') return '@max-xl:col-start-2 @max-xl:row-start-1';
  return '@max-xl:col-span-2 @max-xl:grid @max-xl:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] @max-xl:items-baseline @max-xl:justify-items-start @max-xl:gap-x-3 @max-xl:wrap-anywhere @max-xl:before:text-faint @max-xl:before:text-xs @max-xl:before:content-[attr(data-label)]';
};
