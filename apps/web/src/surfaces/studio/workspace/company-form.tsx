import { type Company, type LText, logoPath } from '@atelier/contracts/studio';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useUnsaved } from '../../../client/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { TextPair } from '../records/inputs.tsx';
import { sendBytes } from './send-bytes.ts';

type Texts = 'address' | 'bankLine' | 'footer' | 'opening' | 'exclusions' | 'terms';
type Lines = 'vatId' | 'phone' | 'email' | 'website';
const empty: Company = { name: {} };

/** Who makes the offers. Quotes that were issued stay as they were. */
export const CompanyForm = ({ company }: { readonly company: Company | null }) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [edited, setEdited] = useState<Company>();
  const [busy, setBusy] = useState(false);
  useUnsaved(edited !== undefined);
  const picker = useRef<HTMLInputElement>(null);
  const now = edited ?? company ?? empty;
  const setLine = (name: Lines, value: string) => setEdited(withField(now, name, value === '' ? undefined : value));
  const setText = (name: Texts | 'name', lang: 'he' | 'en', value: string) =>
    setEdited(withField(now, name, withLang(now[name], lang, value)));

  const takeLogo = async (file: File) => {
    const kept = await sendBytes<{ blob: string; kind: 'image/png' | 'image/jpeg' }>(logoPath(file.name), file);
    if (kept.ok) setEdited({ ...now, logo: { blob: kept.value.blob, kind: kept.value.kind } });
    else
      toasts.show({
        tone: 'danger',
        title: t('workspace.logoRefused'),
        detail: kept.code === 'FILE_TOO_LARGE' ? t('workspace.logoTooLarge') : t('workspace.logoKinds'),
      });
  };
  const save = async () => {
    setBusy(true);
    const done = await send(commands.StudioCompanySet({ requestId: crypto.randomUUID(), company: now }));
    setBusy(false);
    if (done === undefined) return;
    setEdited(undefined);
    toasts.show({ tone: 'published', title: t('workspace.saved') });
  };
  const isNamed = (now.name.he ?? '') !== '' || (now.name.en ?? '') !== '';
  const pair = (name: Texts | 'name', long = false) => (
    <TextPair
      label={t(`workspace.company.${name}`)}
      he={now[name]?.he ?? ''}
      en={now[name]?.en ?? ''}
      long={long}
      onChange={(lang, value) => setText(name, lang, value)}
    />
  );
  const line = (name: Lines) => (
    <TextField
      label={t(`workspace.company.${name}`)}
      value={now[name] ?? ''}
      maxLength={name === 'vatId' ? 40 : 200}
      onChange={(event) => setLine(name, event.target.value)}
    />
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Panel title={t('workspace.companyTitle')} description={t('workspace.companyDetail')}>
        <div className="grid @2xl:grid-cols-2 grid-cols-1 gap-4">
          {pair('name')}
          {pair('address')}
          {line('vatId')}
          {line('phone')}
          {line('email')}
          {line('website')}
        </div>
      </Panel>
      <Panel title={t('workspace.lookTitle')} description={t('workspace.lookDetail')}>
        <div className="flex flex-wrap items-end gap-6">
          <div className="flex flex-col gap-2">
            <span className="font-medium text-sm">{t('workspace.company.logo')}</span>
            <div className="flex items-center gap-3">
              {now.logo !== undefined && now.logo.blob === company?.logo?.blob && (
                <img
                  src={logoPath(now.logo.blob)}
                  alt={t('workspace.company.logo')}
                  className="h-12 max-w-40 object-contain"
                />
              )}
              {now.logo !== undefined && now.logo.blob !== company?.logo?.blob && (
                <span className="text-muted text-sm">{t('workspace.logoNew')}</span>
              )}
              <Button size="sm" type="button" onClick={() => picker.current?.click()}>
                {t('workspace.chooseLogo')}
              </Button>
              {now.logo !== undefined && (
                <Button
                  size="sm"
                  type="button"
                  tone="quiet"
                  onClick={() => setEdited(withField(now, 'logo', undefined))}
                >
                  {t('workspace.removeLogo')}
                </Button>
              )}
              <input
                ref={picker}
                type="file"
                accept="image/png,image/jpeg"
                className="sr-only"
                tabIndex={-1}
                aria-label={t('workspace.chooseLogo')}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  if (file) void takeLogo(file);
                  event.target.value = '';
                }}
              />
            </div>
          </div>
          <Field label={t('workspace.company.colour')}>
            {({ id }) => (
              <input
                id={id}
                type="color"
                value={now.colors?.main ?? '#2f4a7c'}
                onChange={(event) => setEdited({ ...now, colors: { ...now.colors, main: event.target.value } })}
                className="h-8 w-16 rounded-sm border border-line-strong/80"
              />
            )}
          </Field>
        </div>
      </Panel>
      <Panel title={t('workspace.textsTitle')} description={t('workspace.textsDetail')}>
        <div className="grid @2xl:grid-cols-2 grid-cols-1 gap-4">
          {pair('opening', true)}
          {pair('exclusions', true)}
          {pair('terms', true)}
          {pair('bankLine')}
          {pair('footer')}
        </div>
      </Panel>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy} disabled={edited === undefined || !isNamed}>
          {t('workspace.save')}
        </Button>
        {edited !== undefined && (
          <Button type="button" tone="quiet" onClick={() => setEdited(undefined)}>
            {t('quote.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
};

const withField = <Name extends keyof Company>(
  company: Company,
  name: Name,
  value: Company[Name] | undefined,
): Company => {
  const { [name]: _before, ...rest } = company;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Company;
};

/** A text without words in either language is none; a name stays, so that it can be typed. */
const withLang = (text: LText | undefined, lang: 'he' | 'en', value: string): LText => {
  const { [lang]: _before, ...rest } = text ?? {};
  return value === '' ? rest : { ...rest, [lang]: value };
};
