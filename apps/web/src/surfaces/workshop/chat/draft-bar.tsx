import { Link } from '@tanstack/react-router';
import { FileCheck2, MessageSquarePlus, Play, SquarePen, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';
import { useAsked } from '../bench/use-asked.ts';
import { DiscardDialog } from '../review/discard-dialog.tsx';
import { PublishDialog } from '../review/publish-dialog.tsx';
import { sourceKey } from '../review/source-key.ts';

/** Stands in place of the message box while a Draft is open: review it, publish it, discard it, or go on with it. */
export const DraftBar = () => {
  const { t, i18n } = useTranslation('workshop');
  const { view, acts, workbenchId } = useBench();
  const [asked, setAsked] = useState<'publish' | 'discard'>();
  useAsked({ publish: () => setAsked('publish'), discard: () => setAsked('discard') });
  const { draft } = view;
  if (draft === null) return null;
  const isRefined = view.settings.refineInDraft && view.state === 'draft_ready';
  const { added, modified, deleted } = draft.changes;
  return (
    <section
      id="workbench-composer"
      tabIndex={-1}
      aria-label={t('draftBar.label')}
      className="mb-2 flex flex-col gap-3 rounded-lg border border-draft/50 bg-draft-soft p-4 outline-none"
    >
      <div className="flex items-start gap-3">
        <SquarePen size={16} aria-hidden="true" className="mt-1 shrink-0 text-draft-text" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            {t('draftBar.title')}
            {draft.isIncomplete && <Badge tone="draft">{t('draftBar.incomplete')}</Badge>}
          </p>
          <p className="text-sm">
            {t('draftBar.changes', { count: added + modified + deleted })}
            {' · '}
            {t('draftBar.since', {
              when: formatMoment(draft.createdAt, i18n.language),
              source: t(`draftBar.source.${sourceKey(draft.source.kind)}`, { name: draft.source.ref }),
            })}
          </p>
          {!isRefined && <p className="text-muted text-sm">{t('draftBar.why')}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/workshop/$workbenchId/review"
          params={{ workbenchId } as never}
          className={buttonClass('primary', 'md')}
        >
          <FileCheck2 size={15} aria-hidden="true" />
          {t('draftBar.review')}
        </Link>
        <Button icon={<Upload size={15} />} onClick={() => setAsked('publish')}>
          {t('draftBar.publish')}
        </Button>
        <Button tone="danger" icon={<Trash2 size={15} />} onClick={() => setAsked('discard')}>
          {t('draftBar.discard')}
        </Button>
        {!isRefined && view.state === 'draft_ready' && (
          <Button
            tone="quiet"
            icon={<MessageSquarePlus size={15} />}
            onClick={() => void acts.setSettings({ refineInDraft: true })}
          >
            {t('draftBar.refine')}
          </Button>
        )}
        {draft.isIncomplete && (
          <Button icon={<Play size={14} />} onClick={() => void acts.resume()}>
            {t('draftBar.resume')}
          </Button>
        )}
      </div>
      {asked === 'publish' && <PublishDialog onClose={() => setAsked(undefined)} />}
      {asked === 'discard' && <DiscardDialog onClose={() => setAsked(undefined)} />}
    </section>
  );
};
