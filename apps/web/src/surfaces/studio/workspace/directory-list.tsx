import type { DirectoryRecord } from '@atelier/contracts/studio';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

type Kind = DirectoryRecord['kind'];
const fields = ['name', 'contact', 'phone', 'email', 'vatId', 'notes'] as const;

/** Suppliers and clients. A new name shows wherever one of them stands; free text is still allowed there. */
export const DirectoryList = ({ directory }: { readonly directory: readonly DirectoryRecord[] }) => {
  const { t } = useTranslation('studio');
  const [kind, setKind] = useState<Kind>('supplier');
  const [edited, setEdited] = useState<DirectoryRecord>();
  const rows = directory
    .filter((record) => record.kind === kind && !record.isRemoved)
    .sort((a, b) => a.name.localeCompare(b.name));
  const columns: readonly Column<DirectoryRecord>[] = [
    { id: 'name', header: t('workspace.directory.name'), cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'contact', header: t('workspace.directory.contact'), cell: ({ contact }) => <bdi>{contact ?? ''}</bdi> },
    { id: 'phone', header: t('workspace.directory.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone ?? ''}</bdi> },
    {
      id: 'edit',
      header: '',
      part: 'actions',
      cell: (record) => (
        <Button size="sm" tone="quiet" onClick={() => setEdited(record)}>
          {t('workspace.edit')}
        </Button>
      ),
    },
  ];
  const fresh = (): DirectoryRecord => ({
    id: `${kind === 'supplier' ? 'sup' : 'cli'}_${crypto.randomUUID().replaceAll('-', '').slice(0, 26)}`,
    kind,
    name: '',
    isRemoved: false,
  });
  return (
    <Panel
      title={t('workspace.directoryTitle')}
      description={t('workspace.directoryDetail')}
      flush
      action={
        <Button size="sm" icon={<Plus size={13} />} onClick={() => setEdited(fresh())}>
          {t('workspace.add')}
        </Button>
      }
    >
      <div className="px-5 pb-3">
        <Segmented
          label={t('workspace.directoryTitle')}
          value={kind}
          choices={[
            { value: 'supplier', label: t('workspace.suppliers') },
            { value: 'client', label: t('workspace.clients') },
          ]}
          onChange={setKind}
        />
      </div>
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-muted">{t('workspace.nobody')}</p>
      ) : (
        <Table label={t('workspace.directoryTitle')} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      {edited !== undefined && <RecordDialog key={edited.id} record={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
};

const RecordDialog = ({ record, onClose }: { readonly record: DirectoryRecord; readonly onClose: () => void }) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [now, setNow] = useState(record);
  const save = async (next: DirectoryRecord) => {
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) as DirectoryRecord;
    const done = await send(commands.StudioDirectorySet({ requestId: crypto.randomUUID(), record: kept }));
    if (done !== undefined) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={record.name === '' ? t('workspace.add') : <bdi>{record.name}</bdi>}
      footer={
        <>
          {record.name !== '' && (
            <Button tone="danger" onClick={() => void save({ ...now, isRemoved: true })}>
              {t('workspace.remove')}
            </Button>
          )}
          <Button tone="primary" disabled={now.name.trim() === ''} onClick={() => void save(now)}>
            {t('workspace.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(`workspace.directory.${field}`)}
            value={now[field] ?? ''}
            maxLength={field === 'phone' ? 60 : field === 'vatId' ? 40 : 200}
            onChange={(event) => setNow({ ...now, [field]: event.target.value })}
          />
        ))}
      </div>
    </Dialog>
  );
};
