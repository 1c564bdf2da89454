import type { PolicyVersion, PricingEffect } from '@atelier/contracts/studio';
import { policyNameText } from '@atelier/studio/view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useUnsaved } from '../../../client/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { AmountField } from '../quote/money-field.tsx';
import { NumberInput, TextPair } from '../records/inputs.tsx';
import { langOfUi } from '../shown-text.tsx';
import { EffectsTable } from './effects-table.tsx';
import { PolicyRates } from './policy-rates.tsx';

type Terms = Omit<PolicyVersion, 'id' | 'version'>;

const roundingModes = ['half_up', 'up', 'down'] as const;
const roundingPlaces = ['per_element', 'total'] as const;

/** A text in one of its languages; without a word in either there is none. */
const withText = ({ terms, ...rest }: Terms, lang: 'he' | 'en', text: string): Terms => {
  const { [lang]: _was, ...other } = terms ?? {};
  const next = text.trim() === '' ? other : { ...other, [lang]: text };
  return Object.keys(next).length === 0 ? rest : { ...rest, terms: next };
};

/** Terms of all projects that follow them. Nothing is published before it was seen what it moves. */
export const PolicyEditor = ({ policies }: { readonly policies: readonly PolicyVersion[] }) => {
  const { t, i18n } = useTranslation('studio');
  const lang = langOfUi(i18n.language);
  const names = [...new Set(policies.map(({ name }) => name))];
  const [chosen, setChosen] = useState<string>();
  const name = chosen ?? names.at(-1);
  const newest = policies.findLast((policy) => policy.name === name);
  if (newest === undefined) return <p className="text-muted">{t('workspace.noPolicies')}</p>;
  return (
    <div className="flex flex-col gap-4">
      {names.length > 1 && (
        <Select
          label={t('workspace.policy')}
          value={newest.name}
          options={names.map((value) => ({ value, label: policyNameText(value, lang) }))}
          onChange={setChosen}
          className="w-64"
        />
      )}
      <PolicyForm key={newest.id} newest={newest} />
    </div>
  );
};

const PolicyForm = ({ newest }: { readonly newest: PolicyVersion }) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const { id: _id, version, ...before } = newest;
  const [terms, setTerms] = useState<Terms>(before);
  const [effects, setEffects] = useState<readonly PricingEffect[]>();
  const [busy, setBusy] = useState(false);
  const isChanged = JSON.stringify(terms) !== JSON.stringify(before);
  useUnsaved(isChanged);
  const set = (next: Partial<Terms>) => {
    setTerms({ ...terms, ...next });
    setEffects(undefined);
  };
  const percent = (field: 'overheadBps' | 'contingencyBps' | 'marginBps' | 'minMarginBps' | 'vatBps') => (
    <AmountField
      label={t(`workspace.terms.${field}`)}
      unit="percent"
      value={terms[field]}
      onChange={(value) => set({ [field]: value ?? 0 })}
    />
  );
  const preview = async () => {
    setBusy(true);
    const found = await send(commands.StudioPolicyPreview({ policy: terms }));
    setBusy(false);
    if (found !== undefined) setEffects(found.effects);
  };
  const publish = async () => {
    setBusy(true);
    const done = await send(commands.StudioPolicyPublish({ requestId: crypto.randomUUID(), policy: terms }));
    setBusy(false);
    if (done !== undefined) toasts.show({ tone: 'published', title: t('workspace.policyPublished') });
  };
  return (
    <>
      <Panel
        title={t('workspace.policyTitle', { name: policyNameText(newest.name, langOfUi(i18n.language)), version })}
        description={t('workspace.policyDetail')}
      >
        <div className="grid @2xl:grid-cols-3 grid-cols-1 gap-4">
          {percent('vatBps')}
          {percent('marginBps')}
          {percent('minMarginBps')}
          {percent('overheadBps')}
          {percent('contingencyBps')}
          <Field label={t('workspace.terms.marginMode')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('workspace.terms.marginMode')}
                value={terms.marginMode}
                options={[
                  { value: 'markup', label: t('workspace.markup') },
                  { value: 'margin', label: t('workspace.margin') },
                ]}
                onChange={(marginMode) => set({ marginMode })}
              />
            )}
          </Field>
          <NumberInput
            label={t('workspace.terms.validDays')}
            value={terms.validDays}
            onChange={(value) => set({ validDays: Math.min(365, Math.max(1, Math.trunc(value ?? 30))) })}
          />
          <AmountField
            label={t('workspace.terms.rounding')}
            unit="money"
            value={terms.rounding.unitMinor}
            onChange={(value) => set({ rounding: { ...terms.rounding, unitMinor: Math.max(1, value ?? 1) } })}
          />
          <Field label={t('workspace.terms.roundingMode')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('workspace.terms.roundingMode')}
                value={terms.rounding.mode}
                options={roundingModes.map((value) => ({ value, label: t(`workspace.roundingMode.${value}`) }))}
                onChange={(mode) => set({ rounding: { ...terms.rounding, mode } })}
              />
            )}
          </Field>
          <Field label={t('workspace.terms.roundingApply')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('workspace.terms.roundingApply')}
                value={terms.rounding.apply}
                options={roundingPlaces.map((value) => ({ value, label: t(`workspace.roundingApply.${value}`) }))}
                onChange={(apply) => set({ rounding: { ...terms.rounding, apply } })}
              />
            )}
          </Field>
          <AmountField
            label={t('workspace.terms.discount')}
            unit="percent"
            value={terms.discount !== null && 'bps' in terms.discount ? terms.discount.bps : null}
            onChange={(bps) => set({ discount: bps === null || bps === 0 ? null : { bps } })}
          />
          <Switch
            label={t('workspace.terms.spreadGeneral')}
            checked={terms.spreadGeneral}
            onChange={(spreadGeneral) => set({ spreadGeneral })}
          />
        </div>
      </Panel>
      <PolicyRates rates={terms} onChange={set} />
      <Panel title={t('workspace.company.terms')} description={t('workspace.policyTermsDetail')}>
        <TextPair
          long
          label={t('workspace.company.terms')}
          he={terms.terms?.he ?? ''}
          en={terms.terms?.en ?? ''}
          onChange={(lang, text) => setTerms(withText(terms, lang, text))}
        />
      </Panel>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isChanged} busy={busy && effects === undefined} onClick={() => void preview()}>
          {t('workspace.previewEffects')}
        </Button>
        <Button
          tone="primary"
          disabled={!isChanged || effects === undefined}
          busy={busy}
          onClick={() => void publish()}
        >
          {t('workspace.publish')}
        </Button>
      </div>
      {effects !== undefined && (
        <Panel title={t('workspace.effects')} description={t('workspace.effectsDetail')} flush>
          <EffectsTable effects={effects} currency={terms.currency} />
        </Panel>
      )}
    </>
  );
};
