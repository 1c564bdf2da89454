import type { RunView } from '@atelier/contracts';
import { treeOf } from '@atelier/rails/view';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { Ago } from '../parts/ago.tsx';
import { ItemFace } from './item-face.tsx';

type Props = {
  readonly run: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string) => void;
};

/** The same run in the order it happened. */
export const RunList = ({ run, selected, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const rows = useMemo(() => {
    const tree = treeOf(run.nodes, run.preferredTipId);
    return [...run.nodes]
      .sort((a, b) => a.seq - b.seq)
      .map((node) => ({
        kind: 'node' as const,
        id: node.nodeId,
        lane: 0,
        row: 0,
        node,
        onPath: tree.path.has(node.nodeId),
        isTip: node.kind !== 'checkpoint' && tree.childrenOf(node.nodeId).length === 0,
        passId: null,
      }));
  }, [run]);
  // The address moves a moment after a key; the next key goes on from where this one led, not from before it.
  const [wanted, setWanted] = useState<string>();
  useEffect(() => setWanted((now) => (now === selected ? undefined : now)), [selected]);
  const choose = (nodeId: string) => {
    setWanted(nodeId);
    onSelect(nodeId);
  };
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === (wanted ?? selected)),
  );
  return (
    <VirtualList
      label={t('run.list')}
      count={rows.length}
      rowHeight={52}
      at={at}
      onMove={(index) => choose(rows[index]?.id ?? '')}
      keyOf={(index) => rows[index]?.id ?? ''}
      row={(index, tabStop) => {
        const row = rows[index];
        return (
          row && (
            <button
              type="button"
              tabIndex={tabStop ? 0 : -1}
              aria-pressed={row.id === selected}
              onClick={() => choose(row.id)}
              className={classNames(
                'flex h-full w-full items-center gap-2.5 px-4 text-start outline-offset-[-2px]',
                row.id === selected ? 'bg-accent-soft' : 'hover:bg-sunken',
                !row.onPath && 'text-muted',
              )}
            >
              <ItemFace item={row} />
              <span className="shrink-0 text-faint text-xs">
                <Ago at={row.node.at} />
              </span>
            </button>
          )
        );
      }}
      className="absolute inset-0"
    />
  );
};
