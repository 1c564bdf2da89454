import type { OutlineEntry } from '@atelier/contracts';
import { CircleDashed, FileCheck2, Repeat, UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';

/** The steps of a workflow in order, loops with their bodies: what a run of it will walk through. */
export const OutlineList = ({ outline }: { readonly outline: readonly OutlineEntry[] }) => {
  const { t } = useTranslation('workrail');
  return (
    <ol className="flex flex-col">
      {outline.map((entry, at) => (
        <li
          key={entry.kind === 'loop' ? `loop ${entry.loopId}` : entry.stepId}
          className="relative ms-2 border-line-strong border-s ps-5 pb-3 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute -start-[9px] top-0.5 flex size-[17px] items-center justify-center rounded-full border border-line-strong bg-raised text-[10px] text-faint tabular-nums"
          >
            {entry.kind === 'loop' ? <Repeat size={10} /> : at + 1}
          </span>
          {entry.kind === 'loop' ? (
            <>
              <p className="flex flex-wrap items-center gap-2">
                <bdi className="font-medium">{entry.title ?? entry.loopId}</bdi>
                <Badge icon={<Repeat size={12} aria-hidden="true" />}>
                  {t('outline.upTo', { count: entry.maxIterations })}
                </Badge>
              </p>
              <div className="mt-2">
                <OutlineList outline={entry.body} />
              </div>
            </>
          ) : (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi>{entry.title}</bdi>
              <bdi className="font-mono text-faint text-xs">{entry.stepId}</bdi>
              {entry.provenance.source !== 'authored' && <Badge>{t(`outline.${entry.provenance.source}`)}</Badge>}
              {entry.confirmation !== 'never' && (
                <Badge tone="accent" icon={<UserCheck size={12} aria-hidden="true" />}>
                  {t('outline.confirms')}
                </Badge>
              )}
              {entry.conditional && (
                <Badge icon={<CircleDashed size={12} aria-hidden="true" />}>{t('outline.conditional')}</Badge>
              )}
              {entry.contractRef !== undefined && (
                <Badge icon={<FileCheck2 size={12} aria-hidden="true" />}>
                  <bdi>{entry.contractRef.replace('wr.contracts.', '')}</bdi>
                </Badge>
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
};
