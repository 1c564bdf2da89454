import type { Between, ValueOf } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment, formatMoney } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';
import { partsOf } from './certificate-parts.ts';
import '../../../ui/print.css';

type Props = { readonly between: Between | undefined; readonly onClose: () => void };

/** Per file and part: changed, or byte for byte as it was, with the hashes that say so. It prints as a report. */
export const CertificateDialog = ({ between, onClose }: Props) => {
  const { t, i18n } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId, view, models } = useBench();
  const { modelName } = useNames();
  const refusalText = useRefusalText('workshop');
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'ReviewCertificate', between ?? null, view.draft?.revisionId],
    queryFn: () => commands.ReviewCertificate({ workbenchId, ...(between === undefined ? {} : { between }) }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('review.certificate')}
      description={t('review.certificateDetail')}
      width="lg"
      footer={
        <>
          <Button icon={<Printer size={14} />} onClick={() => window.print()}>
            {t('review.print')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('shell:close')}
          </Button>
        </>
      }
    >
      <div className="print-area flex flex-col gap-5 pb-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          <dt className="text-faint">{t('bench.label')}</dt>
          <dd>
            <bdi>{view.name}</bdi>
          </dd>
          <dt className="text-faint">{t('report.printed')}</dt>
          <dd>{formatMoment(new Date().toISOString(), i18n.language)}</dd>
        </dl>
        {data === undefined && <SkeletonLines lines={5} />}
        {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
        {data?.ok === true &&
          data.value.rows.map((row) => (
            <section key={row.path} className="flex flex-col gap-1.5 border-line border-t pt-3">
              <h3 className="flex flex-wrap items-center gap-2 font-medium">
                <FileName name={row.path} />
                <Badge tone={row.change === 'unchanged' ? 'published' : 'draft'}>
                  {t(row.change === 'unchanged' ? 'review.same' : `review.group.${row.change}`)}
                </Badge>
              </h3>
              <Hashes before={row.versionBefore} after={row.versionAfter} />
              {row.writtenBy.map(({ messageId, modelId, by, at }) => (
                <p key={`${messageId} ${at}`} className="text-muted text-sm">
                  {(modelId !== null || by !== undefined) && (
                    <>
                      <bdi>{modelId === null ? by : modelName(modelId, models.models)}</bdi>
                      {' · '}
                    </>
                  )}
                  <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
                </p>
              ))}
              <ul className="flex flex-col text-sm">
                {partsOf(row.certificate).map(({ name, isSame, hash }) => (
                  <li
                    key={name}
                    className="flex flex-wrap items-baseline gap-x-3 border-line border-t py-1 first:border-t-0"
                  >
                    <bdi className="min-w-0 flex-1 break-all">{name}</bdi>
                    <span className={isSame ? 'text-published-text' : 'text-draft-text'}>
                      {t(isSame ? 'review.same' : 'review.differs')}
                    </span>
                    {hash !== undefined && <bdi className="font-mono text-faint text-xs">{hash.slice(0, 19)}</bdi>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        {data?.ok === true && data.value.report !== null && <Report report={data.value.report} />}
      </div>
    </Dialog>
  );
};

/** One line a version; a file that is the same has one. */
const Hashes = ({ before, after }: { readonly before: string | null; readonly after: string | null }) => (
  <p className="flex flex-col break-all font-mono text-faint text-xs">
    {before !== null && <bdi>{before}</bdi>}
    {after !== null && after !== before && <bdi>{before === null ? after : `→ ${after}`}</bdi>}
  </p>
);

type ReviewReport = NonNullable<ValueOf<'ReviewCertificate'>['report']>;

/** Who accepted what, which models made it, and what that cost. */
const Report = ({ report: { decisions, models: used } }: { readonly report: ReviewReport }) => {
  const { t, i18n } = useTranslation('workshop');
  const { models } = useBench();
  const { modelName } = useNames();
  return (
    <>
      <section aria-label={t('report.decisions')} className="flex flex-col gap-1.5 border-line border-t pt-3">
        <h3 className="font-medium">{t('report.decisions')}</h3>
        {decisions.length === 0 && <p className="text-muted text-sm">{t('report.noDecisions')}</p>}
        <ul className="flex flex-col text-sm">
          {decisions.map(({ at, by, act, path, parts }) => (
            <li
              key={`${at} ${act} ${path}`}
              className="flex flex-wrap gap-x-3 border-line border-t py-1 first:border-t-0"
            >
              <bdi className="font-medium">{by}</bdi>
              <span>{t(`report.act.${act}`, { count: parts ?? 0 })}</span>
              {path !== null && <FileName name={path} />}
              <time dateTime={at} className="ms-auto text-faint">
                {formatMoment(at, i18n.language)}
              </time>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('report.models')} className="flex flex-col gap-1.5 border-line border-t pt-3">
        <h3 className="font-medium">{t('report.models')}</h3>
        {used.length === 0 && <p className="text-muted text-sm">{t('report.noModels')}</p>}
        <ul className="flex flex-col text-sm">
          {used.map(({ modelId, calls, tokensIn, tokensOut, cost, unpriced }) => (
            <li key={modelId} className="flex flex-wrap gap-x-3 border-line border-t py-1 first:border-t-0">
              <bdi className="font-medium">{modelName(modelId, models.models)}</bdi>
              <span>{t('report.calls', { count: calls })}</span>
              <span className="text-muted">{t('report.tokens', { in: tokensIn, out: tokensOut })}</span>
              <span className="ms-auto tabular-nums">
                {unpriced === calls ? t('report.noPrice') : formatMoney(cost, i18n.language)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};
