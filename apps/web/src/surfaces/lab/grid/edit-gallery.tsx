import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import type { CellValue, EditBatch } from '../../../ui/grid/grid-undo.ts';
import { useGridUndo } from '../../../ui/grid/use-grid-undo.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Panel } from '../../../ui/panel.tsx';

type Line = Readonly<Record<string, CellValue>> & { readonly id: string };

const firstLines = Array.from(
  { length: 2000 },
  (_, at): Line => ({
    id: `L-${at + 1}`,
    item: at % 3 === 0 ? `קיר ${at + 1}` : at % 3 === 1 ? `MDF 18mm (${at + 1})` : `Paint, white ${at + 1}`,
    quantity: 1 + (at % 9),
    price: 1250 + at * 100,
    discount: at % 4 === 0 ? 10 : null,
    due: `2026-${String(1 + (at % 12)).padStart(2, '0')}-15`,
    state: at % 2 === 0 ? 'open' : 'done',
  }),
);

const number = (value: CellValue | undefined): number => (typeof value === 'number' ? value : 0);
const totalOf = ({ quantity, price, discount }: Line): number =>
  Math.round((number(quantity) * number(price) * (100 - number(discount))) / 100);

const keyOf = ({ id }: Line): string => id;

export const EditGallery = () => {
  const { t } = useTranslation('lab');
  const [lines, setLines] = useState<readonly Line[]>(firstLines);
  const [batches, setBatches] = useState(0);
  const apply = (batch: EditBatch) => {
    const byRow = Map.groupBy(batch, ({ row }) => row);
    setBatches((count) => count + 1);
    setLines((all) =>
      all.map((line) => {
        const edits = byRow.get(line.id);
        return edits === undefined
          ? line
          : ({ ...line, ...Object.fromEntries(edits.map(({ column, after }) => [column, after])) } as Line);
      }),
    );
  };
  const undo = useGridUndo(apply);
  const at = (key: string) => (line: Line) => line[key] ?? null;
  const columns: readonly GridColumn<Line>[] = [
    { key: 'id', name: t('grid.id'), value: at('id'), width: 90, frozen: true },
    { key: 'item', name: t('grid.item'), value: at('item'), editable: true, width: 220, frozen: true },
    { key: 'quantity', name: t('grid.quantity'), kind: 'number', value: at('quantity'), editable: true, width: 100 },
    { key: 'price', name: t('grid.price'), kind: 'money', value: at('price'), editable: true, width: 130 },
    { key: 'discount', name: t('grid.discount'), kind: 'percent', value: at('discount'), editable: true, width: 110 },
    {
      key: 'total',
      name: t('grid.total'),
      kind: 'money',
      value: totalOf,
      width: 150,
      summary: (all) => all.reduce((sum, line) => sum + totalOf(line), 0),
    },
    { key: 'due', name: t('grid.due'), kind: 'date', value: at('due'), editable: true, width: 140 },
    {
      key: 'state',
      name: t('grid.state'),
      kind: 'choice',
      value: at('state'),
      editable: true,
      width: 130,
      choices: [
        { value: 'open', label: t('grid.open') },
        { value: 'done', label: t('grid.done') },
      ],
    },
  ];
  return (
    <Panel
      title={t('grid.title')}
      description={t('grid.detail')}
      flush
      action={
        <div className="flex items-center gap-1">
          <span className="px-2 text-faint text-sm">{t('grid.batches', { count: batches })}</span>
          <IconButton
            label={t('grid.undo')}
            shortcut="mod+Z"
            icon={<Undo2 size={15} className="mirror-rtl" />}
            disabled={!undo.canUndo}
            onClick={undo.undo}
          />
          <IconButton
            label={t('grid.redo')}
            shortcut="mod+shift+Z"
            icon={<Redo2 size={15} className="mirror-rtl" />}
            disabled={!undo.canRedo}
            onClick={undo.redo}
          />
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the focus; this hears undo and redo */}
      <div onKeyDown={undo.onKeyDown}>
        <Grid
          name="gallery"
          label={t('grid.title')}
          rows={lines}
          keyOf={keyOf}
          columns={columns}
          onEdit={undo.edit}
          className="h-[26rem] border-line border-t"
        />
      </div>
    </Panel>
  );
};
