import type { RunView } from '@atelier/contracts';
import { type GraphItem, layOutRun } from '@atelier/rails/view';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphView } from './graph-view.tsx';

type Props = {
  readonly run: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string) => void;
};

const RunGraph = ({ run, selected, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const layout = useMemo(
    () => layOutRun({ nodes: run.nodes, preferredTipId: run.preferredTipId, open }),
    [run.nodes, run.preferredTipId, open],
  );
  const unfold = (item: GraphItem): string | undefined => {
    if (item.kind !== 'branch' && item.kind !== 'pass') return undefined;
    setOpen(new Set([...open, item.id]));
    return item.nodes[0]?.nodeId;
  };
  return (
    <GraphView
      layout={layout}
      label={t('graph.label', { count: run.nodes.length })}
      selected={selected}
      home={run.preferredTipId ?? undefined}
      homeLabel={t('graph.toTip')}
      onSelect={onSelect}
      onFold={unfold}
    />
  );
};

export default RunGraph;
