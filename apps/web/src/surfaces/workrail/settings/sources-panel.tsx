import type { ConfiguredSource } from '@atelier/contracts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Config, SetDesired } from './console-settings-page.tsx';

type Props = { readonly config: Config; readonly setDesired: SetDesired };

/** Where workflows come from, the strongest first; what is wanted but not read yet is told apart. */
export const SourcesPanel = ({ config, setDesired }: Props) => {
  const { t } = useTranslation('workrail');
  const [adding, setAdding] = useState(false);
  const { sources } = config.desired;
  const waiting = sources.filter(({ label }) => !config.sources.some((source) => source.label === label));
  const remove = (label: string) => {
    setDesired((desired) => ({ sources: desired.sources.filter((source) => source.label !== label) })).catch(
      console.error,
    );
  };
  return (
    <Panel
      title={t('sources.title')}
      description={t('sources.detail')}
      flush
      action={
        <Button size="sm" icon={<Plus size={13} />} onClick={() => setAdding(true)}>
          {t('sources.add')}
        </Button>
      }
    >
      <Table
        label={t('sources.title')}
        rows={[
          ...config.sources,
          ...waiting.map((source, at) => ({
            kind: source.kind,
            label: source.label,
            pathLabel: source.path,
            precedence: config.sources.length + at + 1,
            workflows: 0,
            problems: 0,
          })),
        ]}
        keyOf={({ label }) => label}
        columns={[
          {
            id: 'precedence',
            header: t('sources.precedence'),
            cell: ({ precedence }) => precedence,
          },
          {
            id: 'label',
            header: t('sources.name'),
            part: 'title',
            cell: ({ kind, label, pathLabel }) => (
              <span className="flex flex-col py-1.5">
                <span className="flex items-center gap-2">
                  {label === kind ? t(`source.${kind}`) : <bdi>{label}</bdi>}
                  {label !== kind && <Badge>{t(`source.${kind}`)}</Badge>}
                </span>
                <span>
                  <bdi className="font-mono text-faint text-xs">{pathLabel}</bdi>
                </span>
              </span>
            ),
          },
          {
            id: 'health',
            header: t('sources.health'),
            cell: ({ label, workflows, problems }) =>
              waiting.some((source) => source.label === label) ? (
                <Badge tone="draft">{t('sources.afterRestart')}</Badge>
              ) : problems > 0 ? (
                <Badge tone="danger" dot>
                  {t('sources.problems', { count: problems })}
                </Badge>
              ) : (
                <span className="text-muted text-sm">{t('sources.workflows', { count: workflows })}</span>
              ),
          },
          {
            id: 'remove',
            header: '',
            part: 'actions',
            cell: ({ label }) =>
              sources.some((source) => source.label === label) && (
                <IconButton
                  label={t('sources.remove', { label })}
                  icon={<Trash2 size={14} />}
                  onClick={() => remove(label)}
                />
              ),
          },
        ]}
      />
      <AddSource
        open={adding}
        onOpenChange={setAdding}
        onAdd={async (source) => {
          if (await setDesired((desired) => ({ sources: [...desired.sources, source] }))) setAdding(false);
        }}
      />
    </Panel>
  );
};

type AddProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAdd: (source: ConfiguredSource) => Promise<void>;
};

const kinds: readonly ConfiguredSource['kind'][] = ['git', 'remote', 'plugin', 'user'];

const AddSource = ({ open, onOpenChange, onAdd }: AddProps) => {
  const { t } = useTranslation(['workrail', 'shell']);
  const [kind, setKind] = useState<ConfiguredSource['kind']>('git');
  const [label, setLabel] = useState('');
  const [path, setPath] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('sources.add')}
      description={t('sources.addDetail')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('shell:cancel')}</Button>
          <Button
            tone="primary"
            disabled={label.trim() === '' || path.trim() === ''}
            onClick={() => {
              onAdd({ kind, label: label.trim(), path: path.trim() }).catch(console.error);
            }}
          >
            {t('sources.add')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <Field label={t('sources.kind')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('sources.kind')}
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: t(`source.${value}`) }))}
            />
          )}
        </Field>
        <TextField label={t('sources.name')} value={label} onChange={(event) => setLabel(event.target.value)} />
        <TextField
          label={t('sources.folder')}
          hint={t('sources.folderHint')}
          value={path}
          dir="ltr"
          onChange={(event) => setPath(event.target.value)}
        />
      </div>
    </Dialog>
  );
};
