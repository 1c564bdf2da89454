import { Link } from '@tanstack/react-router';
import { Award, Play, Trash2, Undo2, Upload } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { asks } from '../bench/opens-review.ts';
import { useAsked } from '../bench/use-asked.ts';
import { CertificateDialog } from './certificate-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { sourceKey } from './source-key.ts';
import type { Review } from './use-review.ts';

/** The head of Review: where the Draft comes from, and what becomes of it. */
export const DraftHead = ({ review }: { readonly review: Review }) => {
  const { t, i18n } = useTranslation('workshop');
  const { view, acts, workbenchId } = useBench();
  const [asked, setAsked] = useState<'publish' | 'discard' | 'certificate'>();
  useAsked({ publish: () => setAsked('publish'), discard: () => setAsked('discard') });
  const { draft } = view;
  const title = useRef<HTMLHeadingElement>(null);
  // The way back from a drop goes once it is taken.
  useFocusKept(review.changes?.canUndoDrop, () => title.current);
  const close = () => setAsked(undefined);
  if (draft === null) return null;
  const isRunning = view.state === 'running' || view.state === 'comparing';
  const why = isRunning ? t(view.state === 'running' ? 'files.lockedRun' : 'files.lockedCompare') : undefined;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-draft-soft/60 px-3 py-2 @2xl:px-4">
      <ChatLink />
      <div className="min-w-0 flex-1 basis-56">
        <h2 ref={title} className="flex items-center gap-2 font-semibold outline-none" tabIndex={-1}>
          {t('review.title')}
          {draft.isIncomplete && <Badge tone="draft">{t('draftBar.incomplete')}</Badge>}
        </h2>
        <p className="truncate text-muted text-sm">
          {t('review.from', {
            when: formatMoment(draft.createdAt, i18n.language),
            source: t(`draftBar.source.${sourceKey(draft.source.kind)}`, { name: draft.source.ref }),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {review.changes?.canUndoDrop === true && (
          <Button size="sm" icon={<Undo2 size={13} className="mirror-rtl" />} onClick={() => void acts.undoDrop()}>
            {t('review.undoDrop')}
          </Button>
        )}
        <Button size="sm" tone="quiet" icon={<Award size={14} />} onClick={() => setAsked('certificate')}>
          {t('review.certificate')}
        </Button>
        {asks(view.waitsFor) && (
          <Link to="/workshop/$workbenchId" params={{ workbenchId } as never} className={buttonClass('primary', 'sm')}>
            {t(`home.waits.${view.waitsFor}`)}
          </Link>
        )}
        {draft.isIncomplete && !isRunning && !asks(view.waitsFor) && (
          <Button size="sm" icon={<Play size={13} />} onClick={() => void acts.resume()}>
            {t('review.resume')}
          </Button>
        )}
        <Settle why={why} tone="danger" icon={<Trash2 size={13} />} onClick={() => setAsked('discard')}>
          {t('review.discard')}
        </Settle>
        <Settle why={why} tone="primary" icon={<Upload size={13} />} onClick={() => setAsked('publish')}>
          {t('review.publish')}
        </Settle>
      </div>
      {asked === 'publish' && <PublishDialog onClose={close} />}
      {asked === 'discard' && <DiscardDialog onClose={close} />}
      {asked === 'certificate' && <CertificateDialog between={review.between} onClose={close} />}
    </header>
  );
};

type SettleProps = ComponentProps<typeof Button> & {
  /** What has to end first; undefined when nothing stands in the way. */
  readonly why: string | undefined;
};

/** Publish or Discard; while neither can be done, it says what to do first. */
const Settle = ({ why, onClick, ...rest }: SettleProps) =>
  why === undefined ? (
    <Button size="sm" onClick={onClick} {...rest} />
  ) : (
    <Tooltip label={why}>
      <Button size="sm" aria-disabled className="opacity-60" {...rest} />
    </Tooltip>
  );
