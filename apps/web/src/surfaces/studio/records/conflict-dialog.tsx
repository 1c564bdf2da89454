import type { Conflict } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { FieldName, FieldValue } from '../draft/field-value.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { Person } from './person.tsx';
import { nameOfRecord } from './record-name.ts';

type Props = {
  readonly project: ProjectStore;
  readonly conflicts: readonly Conflict[];
  readonly onMine: () => void;
  readonly onClose: () => void;
};

/** Somebody changed the same record first: who, when, what it says now, and what one was about to write. */
export const ConflictDialog = ({ project, conflicts, onMine, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const view = useProjectView(project);
  const columns: readonly Column<Conflict>[] = [
    {
      id: 'what',
      header: t('records.conflict.what'),
      cell: ({ entityId, fieldPath }) => (
        <span className="flex flex-col">
          <span>
            <Shown text={nameOfRecord(view, entityId)} />
          </span>
          <span className="text-faint text-xs">
            <FieldName path={fieldPath} />
          </span>
        </span>
      ),
    },
    {
      id: 'now',
      header: t('records.conflict.now'),
      cell: ({ currentValue, fieldPath, kind }) =>
        kind === 'tombstoned' ? t('records.removed') : <FieldValue view={view} path={fieldPath} value={currentValue} />,
    },
    {
      id: 'mine',
      header: t('records.conflict.mine'),
      cell: ({ proposedValue, fieldPath }) => <FieldValue view={view} path={fieldPath} value={proposedValue} />,
    },
    {
      id: 'who',
      header: t('records.conflict.who'),
      cell: ({ changedBy, changedAt }) => (
        <span className="flex flex-col">
          {changedBy !== undefined && <Person id={changedBy} />}
          {changedAt !== undefined && (
            <span className="text-faint text-xs">{formatMoment(changedAt, i18n.language)}</span>
          )}
        </span>
      ),
    },
  ];
  const isGone = conflicts.some(({ kind }) => kind === 'tombstoned' || kind === 'missing');
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={onClose}
      title={t('records.conflict.title')}
      description={t('records.conflict.detail')}
      footer={
        <>
          <Button onClick={onClose}>{t('records.conflict.keep')}</Button>
          {!isGone && (
            <Button tone="primary" onClick={onMine}>
              {t('records.conflict.takeMine')}
            </Button>
          )}
        </>
      }
    >
      <Table
        label={t('records.conflict.title')}
        columns={columns}
        rows={conflicts}
        keyOf={({ opId, fieldPath }) => `${opId}/${fieldPath}`}
      />
    </Dialog>
  );
};
