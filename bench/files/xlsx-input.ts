import type { TableColumn, TableValue } from '../../packages/files/src/xlsx/write/row-xml.ts';

/** 200,000 × 20: numbers, dates, texts from small and large sets, the way exports look. */
export const tableColumns: readonly TableColumn[] = Array.from({ length: 20 }, (_, index) => ({
  name: `Column ${index + 1}`,
  type: index === 1 ? 'date' : 'string',
}));

export async function* tableRows(count: number): AsyncGenerator<TableValue[][]> {
  let state = 12_345;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  const categories = ['North', 'South', 'East', 'West', 'Centre & Co'];
  for (let start = 0; start < count; start += 1_000) {
    const batch: TableValue[][] = [];
    for (let row = start; row < Math.min(count, start + 1_000); row++) {
      const day = new Date(Date.UTC(2020, 0, 1 + (row % 2_000))).toISOString().slice(0, 10);
      const values: TableValue[] = [row + 1, day, categories[random() % 5] as string, `Customer ${random() % 50_000}`];
      while (values.length < 20) values.push((random() % 1_000_000) / 100);
      batch.push(values);
    }
    yield batch;
  }
}
