import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { type Change, toggled } from '../../files/closed-set.ts';
import { ReviewChanges } from '../../files/review-changes.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toast-store.ts';

type Props = { readonly path: string; readonly version: string; readonly onWritten: () => void };

/** What changed since the file was dropped; each change can be kept or taken back. */
export const ReviewPanel = ({ path, version, onWritten }: Props) => {
  const { t } = useTranslation('filesLab');
  const { commands } = useAtelier();
  const asked = useQuery({
    queryKey: ['LabFilesReview', path, version],
    queryFn: () => commands.LabFilesReview({ path }),
  });
  if (asked.isPending) return <SkeletonLines lines={6} />;
  const answer = asked.data?.ok ? asked.data.value.answer : asked.data;
  if (!answer?.ok) return <Banner tone="danger" title={answer?.error.message ?? t('refusedAnswer')} />;
  const review = answer.value;
  if (review.change === 'unchanged') return <EmptyState title={t('unchanged')}>{t('runFirst')}</EmptyState>;
  return (
    <ReviewChanges review={review}>
      {review.isDivisible && <Subset key={version} path={path} changes={review.changes} onWritten={onWritten} />}
    </ReviewChanges>
  );
};

const Subset = ({
  path,
  changes,
  onWritten,
}: {
  readonly path: string;
  readonly changes: readonly Change[];
  readonly onWritten: () => void;
}) => {
  const { t } = useTranslation('filesLab');
  const { commands } = useAtelier();
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(changes.map(({ id }) => id)));
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const toggle = (id: string) => setKept((before) => toggled(changes, before, id));
  const accept = async () => {
    setBusy(true);
    const reply = await commands.LabFilesAccept({
      path,
      rejected: changes.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    });
    setBusy(false);
    const answer = (reply.ok ? reply.value.answer : { ok: false, error: reply.error }) as {
      ok: boolean;
      error?: { message?: string };
    };
    setRefusal(answer.ok ? undefined : (answer.error?.message ?? t('refusedAnswer')));
    if (!answer.ok) return;
    toasts.show({ title: t('kept'), tone: 'published' });
    onWritten();
  };
  if (changes.length === 0) return null;
  return (
    <section aria-label={t('changes')} className="flex flex-col gap-3">
      <p className="text-muted">{t('changesDetail')}</p>
      <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto">
        {changes.slice(0, 500).map(({ id, label }) => (
          <li key={id}>
            <label className="flex items-center gap-2.5 rounded-sm px-2 py-1.5 hover:bg-hover">
              <input type="checkbox" checked={kept.has(id)} onChange={() => toggle(id)} className="accent-accent" />
              <span dir="auto">{label ?? id}</span>
            </label>
          </li>
        ))}
      </ul>
      {refusal !== undefined && <Banner tone="danger" title={refusal} />}
      <div>
        <Button tone="primary" busy={busy} disabled={kept.size === changes.length} onClick={() => void accept()}>
          {t('keep')}
        </Button>
      </div>
    </section>
  );
};
