import type { StudioEventOf } from '@atelier/contracts/studio';
import { percentText, policyNameText } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useKept } from '../records/use-kept.ts';
import { langOfUi } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { useWorkspace } from '../use-workspace.ts';
import { AmountField } from './money-field.tsx';

type Terms = {
  readonly unit: 'percent' | 'money';
  readonly discount: number | null;
  readonly marginBps: number | null;
  readonly vatBps: number | null;
  readonly reason: string;
};

/** What this client gets differently. Owners decide, and say why; issued versions stay as they are. */
export const PricingEditor = ({ project }: { readonly project: ProjectStore }) => {
  const { t, i18n } = useTranslation('studio');
  const act = useAct(project);
  const { policy, pricing, role } = useProjectView(project);
  const { workspace } = useWorkspace();
  const { edited, isMoved, edit, drop } = useKept<Terms>(project, 'pricing', pricing);
  if (policy === null) return <p className="text-muted">{t('quote.noPolicy')}</p>;
  const isOwner = role === 'owner';
  const discount = pricing?.discount ?? null;
  const now: Terms = edited ?? {
    unit: discount !== null && 'minor' in discount ? 'money' : 'percent',
    discount: discount === null ? null : 'minor' in discount ? discount.minor : discount.bps,
    marginBps: pricing?.marginBps ?? null,
    vatBps: pricing?.vatBps ?? null,
    reason: '',
  };
  const set = (next: Partial<Terms>) => edit({ ...now, ...next });
  const newest = workspace?.policies.findLast(({ name }) => name === policy.name);
  const save = async () => {
    const event: StudioEventOf<'setProjectPricing'> = {
      type: 'setProjectPricing',
      ...(now.discount === null
        ? {}
        : { discount: now.unit === 'money' ? { minor: now.discount } : { bps: now.discount } }),
      ...(now.marginBps === null ? {} : { marginBps: now.marginBps }),
      ...(now.vatBps === null ? {} : { vatBps: now.vatBps }),
      reason: now.reason.trim(),
    };
    const done = await act(event);
    if (done?.outcome === 'done') drop();
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">
        {t('quote.policyNow', { name: policyNameText(policy.name, langOfUi(i18n.language)), version: policy.version })}{' '}
        <bdi dir="ltr">{percentText(policy.marginBps)}</bdi> · {t('quote.vatShort')}{' '}
        <bdi dir="ltr">{percentText(policy.vatBps)}</bdi>
      </p>
      {newest !== undefined && newest.version > policy.version && (
        <Banner
          tone="draft"
          title={t('quote.newerPolicy', { version: newest.version })}
          action={
            isOwner && (
              <Button size="sm" onClick={() => void act({ type: 'pinPolicy', policyVersionId: newest.id })}>
                {t('quote.usePolicy')}
              </Button>
            )
          }
        />
      )}
      <div className="grid @lg:grid-cols-3 grid-cols-1 gap-3">
        <div className="flex flex-col gap-1.5">
          <AmountField
            key={now.unit}
            label={t('quote.discount')}
            unit={now.unit}
            value={now.discount}
            disabled={!isOwner}
            onChange={(value) => set({ discount: value })}
          />
          <Segmented
            label={t('quote.partUnit')}
            value={now.unit}
            choices={[
              { value: 'percent', label: t('quote.percent') },
              { value: 'money', label: t('quote.sum') },
            ]}
            onChange={(unit) => set({ unit, discount: null })}
          />
        </div>
        <AmountField
          label={t('quote.margin')}
          hint={t('quote.followsPolicy')}
          unit="percent"
          value={now.marginBps}
          disabled={!isOwner}
          onChange={(value) => set({ marginBps: value })}
        />
        <AmountField
          label={t('quote.vatShort')}
          hint={t('quote.followsPolicy')}
          unit="percent"
          value={now.vatBps}
          disabled={!isOwner}
          onChange={(value) => set({ vatBps: value })}
        />
      </div>
      {pricing !== null && (
        <p className="text-muted text-sm">
          {t('quote.because')} <bdi>{pricing.reason}</bdi>
        </p>
      )}
      {!isOwner && <p className="text-faint text-sm">{t('quote.ownersOnly')}</p>}
      {isMoved && <Banner tone="draft" title={t('quote.termsMoved')} />}
      {edited !== undefined && (
        <>
          <TextField
            label={t('quote.reason')}
            hint={t('quote.reasonHint')}
            maxLength={500}
            value={now.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
          <div className="flex gap-2">
            <Button size="sm" tone="primary" disabled={now.reason.trim() === ''} onClick={() => void save()}>
              {t('quote.savePricing')}
            </Button>
            <Button size="sm" tone="quiet" onClick={drop}>
              {t('quote.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
};
