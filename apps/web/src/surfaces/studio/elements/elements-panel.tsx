import type { Element, ProjectView } from '@atelier/contracts/studio';
import { Boxes, Plus, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useAccounting } from '../records/use-records.ts';
import { langOfUi, Shown } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { approvalOf } from './approval.ts';
import { ElementRow } from './element-row.tsx';
import { ElementSheet } from './element-sheet.tsx';
import { useApprove } from './use-approve.ts';

/** What will stand at the event: each with its look, size, approval and cost. */
const ElementsPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const view = useProjectView(project);
  const edits = useRecordEdits(project);
  const { approve, isApproving } = useApprove(project);
  const accounting = useAccounting(view);
  const [openId, setOpenId] = useState<string>();
  const [query, setQuery] = useState('');
  const { live, removed } = useMemo(() => split(view.elements), [view.elements]);
  const found = live.filter((element) => matches(element, query));
  const open = live.find(({ id }) => id === openId);
  const canEdit = view.role !== 'viewer';
  const waiting = live.filter((element) => approvalOf(view, element).state !== 'approved');

  const create = async () => {
    const lang = langOfUi(i18n.language);
    const fields = { [`name.${lang}`]: t('records.elements.new') };
    const before = new Set(view.elements.map(({ id }) => id));
    const done = await edits.edit([{ op: 'create', opId: 'new', entity: 'element', tempId: 'tmp:new', fields }]);
    if (done === undefined) return;
    const state = project.state.get();
    const made = state.phase === 'ready' ? state.view.elements.find(({ id }) => !before.has(id)) : undefined;
    setOpenId(made?.id);
  };
  const restore = (element: Element) =>
    edits.edit([{ op: 'restore', opId: 'back', entity: 'element', id: element.id }]);

  return (
    <PanelFrame
      title={t('panels.elements')}
      detail={t('records.elements.count', { count: live.length })}
      actions={
        canEdit && (
          <>
            {waiting.length > 0 && live.length > 0 && (
              <Button size="sm" busy={isApproving} onClick={() => void approve(waiting.map(({ id }) => id))}>
                {t('records.elements.approveAll', { count: waiting.length })}
              </Button>
            )}
            <Button size="sm" icon={<Plus size={14} />} onClick={() => void create()}>
              {t('records.elements.add')}
            </Button>
          </>
        )
      }
    >
      {live.length > 8 && <SearchField label={t('records.elements.search')} value={query} onChange={setQuery} />}
      {live.length === 0 && (
        <EmptyState icon={<Boxes size={20} />} title={t('records.elements.empty')}>
          {t('records.elements.emptyDetail')}
        </EmptyState>
      )}
      <ul aria-label={t('panels.elements')} className="flex flex-col gap-2">
        {found.map((element) => {
          const costs = accounting?.perElement.find(({ elementId }) => elementId === element.id);
          return (
            <li key={element.id}>
              <ElementRow
                projectId={view.projectId}
                element={element}
                approval={approvalOf(view, element)}
                currency={view.project.currency}
                primaryLang={view.project.primaryLang}
                {...(costs === undefined ? {} : { costMinor: costs.directMinor })}
                onOpen={() => setOpenId(element.id)}
              />
            </li>
          );
        })}
      </ul>
      {removed.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer py-1 text-muted">
            {t('records.elements.removedCount', { count: removed.length })}
          </summary>
          <ul className="mt-1 flex flex-col gap-1">
            {removed.map((element) => (
              <li key={element.id} className="flex items-center justify-between gap-3 rounded-sm bg-sunken px-3 py-1.5">
                <Shown text={element.name} className="min-w-0 truncate" />
                {canEdit && (
                  <Button size="sm" tone="quiet" icon={<RotateCcw size={13} />} onClick={() => void restore(element)}>
                    {t('records.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {open !== undefined && (
        <ElementSheet
          key={open.id}
          project={project}
          view={view}
          element={open}
          edits={edits}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default ElementsPanel;

const split = (elements: ProjectView['elements']) => {
  const live = elements.filter(({ tombstone }) => tombstone === null).toSorted((a, b) => a.sortKey - b.sortKey);
  return { live, removed: elements.filter(({ tombstone }) => tombstone !== null) };
};

const matches = ({ name, aliases }: Element, query: string): boolean =>
  [name.he, name.en, ...aliases].some((each) => each?.toLowerCase().includes(query.trim().toLowerCase()));
