import { Archive, ArchiveRestore, Package, Pin, PinOff, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useSend } from '../parts/send.ts';
import { download } from '../portability/download.ts';

type Props = {
  readonly sessionIds: readonly string[];
  /** The list shows what is archived. */
  readonly areArchived: boolean;
  readonly onDone: () => void;
};

/** What can be done with many sessions at once. */
export const ChosenBar = ({ sessionIds, areArchived, onDone }: Props) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const send = useSend();
  const [busy, setBusy] = useState(false);
  const doing = (work: Promise<unknown>) => {
    setBusy(true);
    work.catch(console.error).finally(() => setBusy(false));
  };
  const mark = (marks: { archived?: boolean; kept?: boolean }) =>
    doing(
      send(commands.SessionsMark({ sessionIds: [...sessionIds], ...marks })).then((done) => {
        if (done === undefined) return;
        toasts.show({ tone: 'published', title: t('chosen.done', { count: done.marked }) });
        onDone();
      }),
    );
  const exportAll = async () => {
    for (const sessionId of sessionIds) {
      const file = await send(commands.SessionExport({ sessionId, format: 'bundle' }));
      if (file === undefined) return;
      download(file);
    }
  };
  return (
    <section
      aria-label={t('chosen.label')}
      className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t bg-accent-soft px-5 py-2 @2xl:px-8"
    >
      <p className="me-2 font-medium text-sm" aria-live="polite">
        {t('chosen.count', { count: sessionIds.length })}
      </p>
      <Button
        size="sm"
        disabled={busy}
        icon={areArchived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
        onClick={() => mark({ archived: !areArchived })}
      >
        {t(areArchived ? 'marks.bringBack' : 'marks.archive')}
      </Button>
      <Button size="sm" disabled={busy} icon={<Pin size={14} />} onClick={() => mark({ kept: true })}>
        {t('marks.keep')}
      </Button>
      <Button size="sm" disabled={busy} icon={<PinOff size={14} />} onClick={() => mark({ kept: false })}>
        {t('marks.letGo')}
      </Button>
      {sessionIds.length <= mostExports && (
        <Button size="sm" disabled={busy} icon={<Package size={14} />} onClick={() => doing(exportAll())}>
          {t('chosen.export', { count: sessionIds.length })}
        </Button>
      )}
      <Button size="sm" tone="quiet" className="ms-auto" icon={<X size={14} />} onClick={onDone}>
        {t('chosen.clear')}
      </Button>
    </section>
  );
};

/** Each is a file of its own; a browser asks, or stops, when there are more. */
const mostExports = 10;
