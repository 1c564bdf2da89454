import type { RunView } from '@atelier/contracts';
import { foldAttempts, type GraphItem, layOutRun } from '@atelier/rails/view';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphView } from './graph-view.tsx';
import { StepTriesContext } from './step-tries.ts';

type Props = {
  readonly run: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string) => void;
};

const RunGraph = ({ run, selected, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { view, triesByNode } = useMemo(() => foldAttempts(run), [run]);
  const layout = useMemo(
    () => layOutRun({ nodes: view.nodes, preferredTipId: view.preferredTipId, open }),
    [view, open],
  );
  // A refused attempt may be what the address names; on the graph its step stands for it.
  const shown = [...triesByNode].find(([, { refusals }]) => refusals.some(({ nodeId }) => nodeId === selected))?.[0];
  const unfold = (item: GraphItem): string | undefined => {
    if (item.kind !== 'branch' && item.kind !== 'pass') return undefined;
    setOpen(new Set([...open, item.id]));
    return item.nodes[0]?.nodeId;
  };
  return (
    <StepTriesContext value={triesByNode}>
      <GraphView
        layout={layout}
        label={t('graph.label', { count: view.nodes.length })}
        selected={shown ?? selected}
        home={view.preferredTipId ?? undefined}
        homeLabel={t('graph.toTip')}
        onSelect={onSelect}
        onFold={unfold}
        hasSearch
      />
    </StepTriesContext>
  );
};

export default RunGraph;
