import { Direction } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { SheetGrid } from '../../../ui/grid/sheet-grid.tsx';
import { Panel } from '../../../ui/panel.tsx';

const columns = Array.from({ length: 20 }, (_, at) => ({
  key: String(at),
  name: String.fromCharCode(65 + at),
  numeric: at > 0,
}));

const load = async (from: number, to: number): Promise<readonly (readonly string[])[]> => {
  // As long as an answer from the server takes.
  await new Promise((resolve) => setTimeout(resolve, 40));
  return Array.from({ length: to - from }, (_, at) =>
    columns.map((_column, column) => (column === 0 ? `שורה ${from + at + 1}` : String((from + at + 1) * column))),
  );
};

export const SheetGallery = () => {
  const { t } = useTranslation('lab');
  const direction = Direction.useDirection();
  return (
    <Panel title={t('sheet.title')} description={t('sheet.detail')} flush>
      <SheetGrid
        label={t('sheet.title')}
        rowCount={200_000}
        columns={columns}
        load={load}
        direction={direction}
        className="h-96 border-line border-t"
      />
    </Panel>
  );
};
