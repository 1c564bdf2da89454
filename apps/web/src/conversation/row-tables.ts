const bullet = /^[-*] (?=.* \| )/;
const cellsOf = (line: string): readonly string[] => line.split(' | ').map((cell) => cell.trim());
const isNumber = (cell: string): boolean => cell === '' || /^[-+]?[\d.,]+%?$/.test(cell);
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Rows that a model wrote as a list, “A | B” under a line that is, or ends with, the names of their columns, as a table. */
export const withRowTables = (text: string): string => {
  const lines = text.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, lead = '', names = ''] = /^(?![-*|] ?)(?:(.*:) )?(.+ \| .+)$/.exec(line) ?? [];
    const columns = cellsOf(names);
    const first = lines[at + 1] === '' ? at + 2 : at + 1;
    const rows: (readonly string[])[] = [];
    while (names !== '' && bullet.test(lines[first + rows.length] ?? '')) {
      const cells = cellsOf((lines[first + rows.length] ?? '').slice(2));
      if (cells.length !== columns.length) break;
      rows.push(cells);
    }
    if (rows.length === 0) {
      out.push(line);
      continue;
    }
    // Numbers stand at the end side, so that their digits line up.
    const marks = columns.map((_, column) => (rows.every((cells) => isNumber(cells[column] ?? '')) ? '---:' : '---'));
    out.push(...(lead === '' ? [''] : [lead, '']), rowOf(columns), rowOf(marks), ...rows.map(rowOf), '');
    at = first + rows.length - 1;
  }
  return out.join('\n');
};
