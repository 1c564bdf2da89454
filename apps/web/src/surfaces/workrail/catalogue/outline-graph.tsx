import type { Outline } from '@atelier/contracts';
import { type GraphItem, layOutOutline } from '@atelier/rails/view';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphView } from '../run/graph-view.tsx';

type Props = { readonly outline: Outline; readonly onSelect?: (stepId: string) => void };

/** A workflow drawn before anybody walks it, as its runs will be. */
const OutlineGraph = ({ outline, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string>();
  const layout = useMemo(() => layOutOutline({ outline, folded }), [outline, folded]);
  const fold = ({ id }: GraphItem): string => {
    setFolded(folded.has(id) ? new Set([...folded].filter((each) => each !== id)) : new Set([...folded, id]));
    return id;
  };
  return (
    <GraphView
      layout={layout}
      label={t('outline.graph', { count: layout.items.length })}
      selected={selected}
      home={layout.items[0]?.id}
      homeLabel={t('outline.toFirst')}
      opensAt="beginning"
      onSelect={(id) => {
        setSelected(id);
        onSelect?.(id.slice('step:'.length));
      }}
      onFold={fold}
    />
  );
};

export default OutlineGraph;
