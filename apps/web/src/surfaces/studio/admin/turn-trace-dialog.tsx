import { type TurnTrace, traceFilePath } from '@atelier/contracts/studio';
import { entityNames } from '@atelier/studio/view';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Person } from '../records/person.tsx';
import { saveText } from '../save.ts';
import { useShownText } from '../shown-text.tsx';

type Props = { readonly projectId: string; readonly turnId: string; readonly onClose: () => void };

/** What was recorded of one request: how it was routed, what the skill saw and cost, what the checks found. */
export const TurnTraceDialog = ({ projectId, turnId, onClose }: Props) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const refusalText = useRefusalText('studio');
  const query = useQuery({
    queryKey: ['studio', 'StudioTurnTraceGet', projectId, turnId],
    queryFn: () => commands.StudioTurnTraceGet({ projectId, turnId }),
  });
  const trace = query.data?.ok ? query.data.value.trace : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('admin.traceTitle')}
      description={t('admin.traceDetail')}
      footer={
        <>
          <Button
            icon={<Download size={14} />}
            disabled={trace === undefined}
            onClick={() => saveText(`${turnId}.json`, JSON.stringify(trace, null, 2))}
          >
            {t('admin.download')}
          </Button>
          {trace?.replay === 'possible' && (
            <a href={traceFilePath(projectId, turnId)} download className={buttonClass('primary', 'md')}>
              <Download size={14} aria-hidden />
              {t('admin.downloadReplay')}
            </a>
          )}
        </>
      }
    >
      {query.isPending && <SkeletonLines lines={6} />}
      {query.data?.ok === false && <Banner tone="danger" title={refusalText(query.data.error)} />}
      {trace !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section aria-label={t('admin.trace')} tabIndex={0}>
          <Trace trace={trace} />
        </section>
      )}
    </Dialog>
  );
};

const Trace = ({ trace }: { readonly trace: TurnTrace }) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  return (
    <dl className="flex flex-col gap-3 pb-2">
      <Part name={t('admin.part.asked')}>
        <p dir="auto">{trace.userMessage ?? trace.eventType}</p>
        <p className="text-muted text-sm">
          <Person id={trace.by} />
          {' · '}
          <time dateTime={trace.at}>{formatMoment(trace.at, i18n.language)}</time>
        </p>
      </Part>
      <Part name={t('admin.part.outcome')}>
        <bdi dir="ltr">{trace.outcome}</bdi>
      </Part>
      <Recorded name={t('admin.part.routing')} value={trace.routing} />
      <Recorded name={t('admin.part.scope')} value={trace.scope} />
      <Recorded name={t('admin.part.context')} value={trace.contextStats} />
      <Recorded name={t('admin.part.skill')} value={trace.skillRun} />
      <Part name={t('admin.part.validation')}>
        {trace.validation.length === 0 ? (
          <span className="text-muted">{t('admin.noFindings')}</span>
        ) : (
          <bdi dir="ltr">{counted(trace.validation.map(({ code, severity }) => `${code} (${severity})`))}</bdi>
        )}
      </Part>
      {trace.judge !== null && <Recorded name={t('admin.part.judge')} value={trace.judge} />}
      <Part name={t('admin.part.ops')}>
        {trace.ops.length === 0 ? (
          <span className="text-muted">{t('admin.notRecorded')}</span>
        ) : (
          <ul>
            {trace.ops.map(({ op, entity, count }) => (
              <li key={`${op} ${entity}`}>
                {t(`op.${op}` as 'op.set', { what: shown(entityNames[entity as keyof typeof entityNames]) })}{' '}
                <bdi dir="ltr">×{count}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part name={t('admin.part.reconciliation')}>
        {trace.reconciliation === null ? (
          <span className="text-muted">{t('admin.notRecorded')}</span>
        ) : (
          <>
            {t('admin.reconciled', {
              passes: trace.reconciliation.passes,
              fixes: trace.reconciliation.fixes,
              closed: trace.reconciliation.closed,
            })}{' '}
            <bdi dir="ltr">{counted(trace.reconciliation.opened)}</bdi>
          </>
        )}
      </Part>
      <Part name={t('admin.part.events')}>
        <bdi dir="ltr">{counted(trace.events.map(({ kind }) => kind))}</bdi>
      </Part>
      <Part name={t('admin.part.replay')}>
        {t(`admin.replay.${trace.replay}`)}{' '}
        {trace.replay === 'possible' && <code dir="ltr">npx atelier studio replay {trace.turnId}.atelier-trace</code>}
      </Part>
    </dl>
  );
};

/** Each once, with how often: forty findings of one rule are one line. */
const counted = (all: readonly string[]): string =>
  [...Map.groupBy(all, (each) => each)]
    .map(([each, same]) => (same.length === 1 ? each : `${each} ×${same.length}`))
    .join(', ');

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex flex-col gap-0.5 border-line border-b pb-3 last:border-b-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

const Recorded = ({ name, value }: { readonly name: string; readonly value: TurnTrace['routing'] }) => {
  const { t } = useTranslation('studio');
  const rows = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return (
    <Part name={name}>
      {rows.length === 0 ? (
        <span className="text-muted">{value === null ? t('admin.notRecorded') : String(value)}</span>
      ) : (
        <ul dir="ltr" className="text-start text-sm">
          {rows.map(([key, each]) => (
            <li key={key} className="flex flex-wrap gap-x-2">
              <span className="text-muted">{key}</span>
              <span className="min-w-0 break-all">{typeof each === 'string' ? each : JSON.stringify(each)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
};
