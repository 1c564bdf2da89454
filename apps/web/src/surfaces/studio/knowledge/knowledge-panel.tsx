import { type KnowledgeChunk, readFilePath } from '@atelier/contracts/studio';
import { BookOpen, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, inputClass, TextField } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { DropZone } from '../../../ui/upload/drop-zone.tsx';
import type { PanelProps } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { sendBytes } from '../workspace/send-bytes.ts';
import { splitChunks } from './split-chunks.ts';

/** What skills may read beside the project itself: house rules, briefs, price notes. */
const KnowledgePanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const { knowledge, role } = useProjectView(project);
  const [isAdding, setAdding] = useState(false);
  const [query, setQuery] = useState('');
  const said = useDeferredValue(query).trim().toLowerCase();
  const found = knowledge.filter(({ title, text, source }) =>
    `${title}\n${text}\n${source}`.toLowerCase().includes(said),
  );
  const mayEdit = role !== 'viewer';
  return (
    <PanelFrame
      title={t('panels.knowledge')}
      detail={t('knowledge.detail')}
      actions={
        mayEdit && (
          <Button size="sm" tone="primary" icon={<Plus size={13} />} onClick={() => setAdding(true)}>
            {t('knowledge.add')}
          </Button>
        )
      }
    >
      {knowledge.length === 0 ? (
        <EmptyState icon={<BookOpen size={18} />} title={t('knowledge.none')}>
          {t('knowledge.noneDetail')}
        </EmptyState>
      ) : (
        <>
          <SearchField label={t('knowledge.search')} value={query} onChange={setQuery} />
          {found.length === 0 && <p className="text-muted">{t('knowledge.notFound')}</p>}
          <ul className="flex flex-col gap-2">
            {found.map((chunk) => (
              <ChunkRow key={chunk.id} project={project} chunk={chunk} mayEdit={mayEdit} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <AddDialog project={project} onClose={() => setAdding(false)} />}
    </PanelFrame>
  );
};

type RowProps = { readonly project: ProjectStore; readonly chunk: KnowledgeChunk; readonly mayEdit: boolean };

const ChunkRow = ({ project, chunk, mayEdit }: RowProps) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const change = (to: 'on' | 'off' | 'removed') => void act({ type: 'changeKnowledge', chunkIds: [chunk.id], to });
  return (
    <li
      className={classNames(
        'flex flex-col gap-1.5 rounded-md border border-line bg-raised p-3',
        !chunk.isOn && 'opacity-70',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 flex-1 font-medium">{chunk.title}</bdi>
        {!chunk.isOn && <Badge>{t('knowledge.off')}</Badge>}
        {mayEdit && (
          <>
            <Button size="sm" tone="quiet" onClick={() => change(chunk.isOn ? 'off' : 'on')}>
              {chunk.isOn ? t('knowledge.switchOff') : t('knowledge.switchOn')}
            </Button>
            <Button size="sm" tone="danger" onClick={() => change('removed')}>
              {t('knowledge.remove')}
            </Button>
          </>
        )}
      </div>
      <p lang={chunk.lang} dir="auto" className="line-clamp-4 whitespace-pre-wrap text-muted">
        {chunk.text}
      </p>
      <p className="text-faint text-sm">
        {t('knowledge.source')} <bdi>{chunk.source}</bdi>
      </p>
    </li>
  );
};

const AddDialog = ({ project, onClose }: { readonly project: ProjectStore; readonly onClose: () => void }) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [source, setSource] = useState<string>();
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    const read = await sendBytes<{ readonly text: string }>(readFilePath(file.name, 'text'), file);
    setBusy(false);
    if (!read.ok) {
      toasts.show({ tone: 'danger', title: t('workspace.unreadable'), detail: t('workspace.unreadableDetail') });
      return;
    }
    setTitle(file.name.replace(/\.[^.]+$/, ''));
    setText(read.value.text);
    setSource(file.name);
  };
  const chunks = splitChunks(title, text);
  const save = async () => {
    setBusy(true);
    const done = await act({ type: 'addKnowledge', source: source ?? t('knowledge.pasted'), chunks: [...chunks] });
    setBusy(false);
    if (done?.outcome === 'done') onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('knowledge.addTitle')}
      description={t('knowledge.addDetail')}
      footer={
        <Button tone="primary" busy={busy} disabled={chunks.length === 0} onClick={() => void save()}>
          {t('knowledge.save', { count: chunks.length })}
        </Button>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <DropZone
          label={t('knowledge.fromFile')}
          hint={t('knowledge.kinds')}
          busy={busy}
          onFiles={({ files }) => {
            const [first] = files;
            if (first) void take(first.file);
          }}
        />
        <TextField
          label={t('knowledge.title')}
          maxLength={180}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field label={t('knowledge.text')}>
          {({ id }) => (
            <textarea
              id={id}
              dir="auto"
              rows={10}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={classNames(inputClass, 'h-auto py-1.5')}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};

export default KnowledgePanel;
