import type { Draft } from '@atelier/contracts/studio';
import { Archive, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { asks } from '../page/asks.ts';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { ImpactStrip } from './impact-strip.tsx';
import { IssueList } from './issue-list.tsx';
import { useCanApply } from './use-can-apply.ts';

type Props = { readonly project: ProjectStore; readonly draft: Draft };

/** Above the changes: what they are, what they come to, and what can be done with all of them. */
export const DraftHead = ({ project, draft }: Props) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const { can, why } = useCanApply(project);
  const ofWhole = draft.issues.filter(({ opId }) => opId === undefined);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="font-semibold text-lg">
            <Shown text={draft.title} />
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
            {t('draft.revision', { revision: draft.revision })}
            <Badge tone={draft.status === 'open' ? 'draft' : 'danger'}>{t(`draft.status.${draft.status}`)}</Badge>
            {draft.source !== 'user' && <Badge>{t(`draft.source.${draft.source}`)}</Badge>}
            {draft.isShared && <Badge tone="accent">{t('draft.shared')}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <Button
            size="sm"
            tone="quiet"
            icon={<Share2 size={13} />}
            onClick={() => void act({ type: 'shareDraft', shared: !draft.isShared })}
          >
            {t(draft.isShared ? 'draft.unshare' : 'draft.share')}
          </Button>
          <Button size="sm" tone="quiet" icon={<Archive size={13} />} onClick={() => void act({ type: 'parkDraft' })}>
            {t('draft.park')}
          </Button>
          <Button size="sm" onClick={() => asks.set({ ask: 'discard' })}>
            {t('draft.discard')}
          </Button>
          {draft.status !== 'conflicted' && (
            <Button size="sm" tone="primary" disabled={!can} title={why} onClick={() => asks.set({ ask: 'apply' })}>
              {t('draft.apply')}
            </Button>
          )}
        </div>
      </div>
      {draft.status === 'conflicted' && (
        <Banner
          tone="danger"
          title={t('conflict.banner', { count: draft.conflicts.length })}
          action={
            <Button size="sm" onClick={() => asks.set({ ask: 'conflicts' })}>
              {t('draft.resolve')}
            </Button>
          }
        />
      )}
      {draft.status === 'blocked' && <Blocked project={project} draft={draft} isOwner={view.role === 'owner'} />}
      <ImpactStrip view={view} impact={draft.impact} />
      {ofWhole.length > 0 && <IssueList issues={ofWhole} />}
    </header>
  );
};

const Blocked = ({ project, draft, isOwner }: Props & { readonly isOwner: boolean }) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const [reason, setReason] = useState('');
  return (
    <Banner tone="danger" title={t('draft.blockedTitle')}>
      <ul className="mb-2 list-disc ps-5">
        {draft.blockedReasons.map((each) => (
          <li key={`${each.he}${each.en}`}>
            <Shown text={each} />
          </li>
        ))}
      </ul>
      {isOwner && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void act({ type: 'overrideJudge', expectedDraftRevision: draft.revision, reason: reason.trim() });
          }}
        >
          <span className="min-w-48 flex-1">
            <TextField
              label={t('draft.overrideReason')}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
          <Button type="submit" disabled={reason.trim() === ''}>
            {t('draft.override')}
          </Button>
        </form>
      )}
    </Banner>
  );
};
