import type { Decision, ManualOp, ProjectView, Risk } from '@atelier/contracts/studio';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';

type Changes = Extract<ManualOp, { op: 'set' }>['changes'];
type Props = {
  readonly entity: 'decision' | 'risk';
  readonly record: Decision | Risk;
  readonly view: ProjectView;
  readonly edits: RecordEdits;
  readonly badge: ReactNode;
  readonly children: (set: (changes: Changes) => void) => ReactNode;
};

const removed = {
  decision: { he: 'הוסרה ביד', en: 'Removed by hand' },
  risk: { he: 'הוסר ביד', en: 'Removed by hand' },
};

/** A record as a card: its title edited in place, how it stands, a way to remove it, and what it holds. */
export const RecordCard = ({ entity, record: { id, title }, view, edits, badge, children }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const name = useShownText()(title);
  const canEdit = view.role !== 'viewer';
  const set = (changes: Changes) => void edits.edit([{ op: 'set', opId: entity, entity, id, changes }]);
  const remove = () => void edits.edit([{ op: 'tombstone', opId: 'gone', entity, id, note: removed[entity] }]);
  return (
    <article aria-label={name} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0 flex-1 font-medium">
          {canEdit ? (
            <InlineEdit
              label={t('records.field.title')}
              value={name}
              onSave={(text) => set({ [`title.${editedLang(title, langOfUi(i18n.language))}`]: text })}
            />
          ) : (
            <Shown text={title} />
          )}
        </div>
        <div className="flex items-center gap-1">
          {badge}
          {canEdit && <IconButton label={t('records.remove', { name })} icon={<X size={14} />} onClick={remove} />}
        </div>
      </header>
      {children(set)}
    </article>
  );
};
