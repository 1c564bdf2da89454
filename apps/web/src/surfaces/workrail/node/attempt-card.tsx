import type { AttemptView } from '@atelier/contracts';
import { ArrowRight, CircleCheck, CirclePause, CircleX, Route, Split } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../code/markdown.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Ago } from '../parts/ago.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { Facts, Id } from '../parts/facts.tsx';
import { ArtifactList } from './artifact-list.tsx';
import { BlockerList } from './blocker-list.tsx';
import { ContextChanges } from './context-changes.tsx';

type Props = {
  readonly attempt: AttemptView;
  readonly ordinal: number | undefined;
  /** Absent when the card is about how its own node was reached. */
  readonly onSelect?: (nodeId: string) => void;
  /** What stopped it stands above already. */
  readonly isTold?: boolean;
};

/** What was handed in once, and what came of it. */
export const AttemptCard = ({ attempt, ordinal, onSelect, isTold = false }: Props) => {
  const { t } = useTranslation('workrail');
  const blocked = attempt.outcome === 'blocked';
  return (
    <article
      aria-label={t('attempt.label')}
      className="rounded-md border border-line bg-raised px-4 pt-3 pb-1 shadow-low"
    >
      <header className="mb-2 flex flex-wrap items-center gap-2 text-muted text-sm">
        {ordinal !== undefined && <Badge icon={<Split size={12} aria-hidden="true" />}>{ordinal}</Badge>}
        <Badge
          tone={blocked ? 'draft' : 'published'}
          icon={blocked ? <CirclePause size={12} aria-hidden="true" /> : <CircleCheck size={12} aria-hidden="true" />}
        >
          {t(`attempt.${attempt.outcome}`)}
        </Badge>
        {attempt.cause === 'non_tip_advance' && <Badge tone="accent">{t('attempt.fork')}</Badge>}
        <Ago at={attempt.at} />
        {onSelect !== undefined && (
          <Button size="sm" tone="quiet" onClick={() => onSelect(attempt.toNodeId)} className="ms-auto -me-2">
            {t('attempt.next')}
            <ArrowRight size={13} aria-hidden="true" className="mirror-rtl" />
          </Button>
        )}
      </header>

      {blocked && !isTold && <BlockerList blockers={attempt.blockers} />}
      {attempt.recap === null ? (
        !blocked && <p className="pb-3 text-faint">{t('attempt.noNotes')}</p>
      ) : (
        <div className="pb-3">
          <Markdown whileLoading={<SkeletonLines lines={3} />} text={attempt.recap} />
        </div>
      )}

      {attempt.divergences.map(({ reason, summary }) => (
        <p key={`${reason} ${summary}`} className="mb-3 flex items-start gap-2 text-draft-text text-sm">
          <Route size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            <span className="font-medium">{t(`divergence.${reason}`)}</span> <bdi>{summary}</bdi>
          </span>
        </p>
      ))}
      {attempt.warnings.map(({ code, message }) => (
        <p key={code} className="mb-3 text-draft-text text-sm">
          {t(`warning.${code}`)} <bdi className="text-muted">{message}</bdi>
        </p>
      ))}

      {attempt.validations.length > 0 && (
        <Disclosure
          title={t('attempt.validation')}
          note={t(attempt.validations.every(({ valid }) => valid) ? 'attempt.passed' : 'attempt.failed')}
          open={!isTold && attempt.validations.some(({ valid }) => !valid)}
        >
          <ul className="flex flex-col gap-2 text-sm">
            {attempt.validations.map(({ contractRef, valid, issues, suggestions }) => (
              <li key={contractRef}>
                <p className="flex items-center gap-1.5">
                  {valid ? (
                    <CircleCheck size={14} aria-hidden="true" className="text-published-text" />
                  ) : (
                    <CircleX size={14} aria-hidden="true" className="text-danger-text" />
                  )}
                  <Id value={contractRef} />
                </p>
                {[...issues, ...suggestions].map((text) => (
                  <p key={text} className="wrap-anywhere ps-5 text-muted" dir="auto">
                    <EngineText text={text} />
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {attempt.artifacts.length > 0 && (
        <Disclosure title={t('attempt.artifacts')} note={attempt.artifacts.length}>
          <ArtifactList artifacts={attempt.artifacts} />
        </Disclosure>
      )}
      {attempt.contextChanges.length > 0 && (
        <Disclosure title={t('attempt.context')} note={attempt.contextChanges.length}>
          <ContextChanges changes={attempt.contextChanges} />
        </Disclosure>
      )}
      {attempt.preferenceChanges.length + attempt.capabilities.length > 0 && (
        <Disclosure title={t('attempt.observed')}>
          <Facts
            facts={[
              ...attempt.preferenceChanges.flatMap(({ source, delta }) =>
                delta.map(({ key, value }) => ({
                  label: t(`attempt.changedBy.${source}`),
                  value: t(`${key === 'autonomy' ? 'autonomy' : 'risk'}.${value}.label`),
                })),
              ),
              ...attempt.capabilities.map(({ capability, status, provenance }) => ({
                label: t(`capability.${capability}`),
                value: `${t(`capability.${status}`)} · ${t(`capability.by.${provenance}`)}`,
              })),
            ]}
          />
        </Disclosure>
      )}
      {attempt.trace.length > 0 && (
        <Disclosure title={t('attempt.trace')} note={attempt.trace.length}>
          <ol className="flex list-decimal flex-col gap-1 ps-5 text-sm marker:text-faint">
            {attempt.trace.map(({ kind, summary }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same thing can be decided twice in one advance, and its place tells them apart
              <li key={`${at} ${kind}`}>
                <span className="text-faint">{t(`trace.${kind}`)}</span> <bdi>{summary}</bdi>
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
      <Disclosure title={t('node.ids')}>
        <Facts
          facts={[
            { label: t('ids.attempt'), value: <Id value={attempt.attemptId} /> },
            ...(attempt.traceId === null ? [] : [{ label: t('ids.trace'), value: <Id value={attempt.traceId} /> }]),
            {
              label: t('ids.events'),
              value: <bdi className="tabular-nums">{`${attempt.events.first}–${attempt.events.last}`}</bdi>,
            },
            { label: t('ids.to'), value: <Id value={attempt.toNodeId} /> },
          ]}
        />
      </Disclosure>
    </article>
  );
};
