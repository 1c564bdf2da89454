import type { ErrorEnvelope } from '@atelier/contracts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useIsHere } from '../../../ui/use-is-here.ts';

const presets = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', url: 'http://127.0.0.1:8080/v1' },
];

/** An address is kept only when a server answers there; what is wrong with it is said under the field. */
export const AddEndpointDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const errorText = useEndpointError();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const isHere = useIsHere();
  const [url, setUrl] = useState('');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  const change = (next: string) => {
    setUrl(next);
    setRefusal(undefined);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() === '') return;
    setBusy(true);
    setRefusal(undefined);
    const reply = await commands.EndpointAdd({
      url: url.trim(),
      ...(key.trim() === '' ? {} : { key: key.trim() }),
    });
    setBusy(false);
    if (!reply.ok) return setRefusal(reply.error);
    toasts.show({ tone: 'published', title: t('models.local.found', { count: reply.value.endpoint.models.length }) });
    if (isHere.current) onClose();
  };
  return (
    <Dialog
      open
      focus={field}
      onOpenChange={onClose}
      title={t('models.local.addTitle')}
      description={t('models.local.addDetail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy} disabled={url.trim() === ''}>
            {t('models.local.find')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void add(event)} className="flex flex-col gap-4 pb-2">
        <TextField
          ref={field}
          label={t('models.local.address')}
          hint={t('models.local.addressHint')}
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          placeholder={presets[0]?.url}
          value={url}
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
          {...(refusal === undefined ? {} : { error: errorText(refusal) })}
        />
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1.5 font-medium text-sm">{t('models.local.presets')}</legend>
          {presets.map((preset) => (
            <Button key={preset.name} size="sm" disabled={busy} onClick={() => change(preset.url)}>
              {preset.name}
            </Button>
          ))}
        </fieldset>
        <TextField
          label={t('models.local.key')}
          hint={t('models.local.keyHint')}
          type="password"
          dir="ltr"
          autoComplete="off"
          value={key}
          readOnly={busy}
          onChange={(event) => setKey(event.target.value)}
        />
        <div role="status" className="min-h-5">
          {busy && (
            <div className="flex flex-col gap-1.5">
              <p className="text-muted text-sm">{t('models.local.finding')}</p>
              <Progress label={t('models.local.finding')} />
            </div>
          )}
        </div>
      </form>
    </Dialog>
  );
};

/** A blocked address has one of a few reasons, and each has its own way out. */
const useEndpointError = () => {
  const { t, i18n } = useTranslation('settings');
  const refusalText = useRefusalText('settings');
  return (refusal: ErrorEnvelope): string => {
    const reason = refusal.code === 'EGRESS_BLOCKED_BY_POLICY' ? refusal.details?.reason : undefined;
    const key = `models.local.reason.${String(reason)}`;
    return i18n.exists(`settings:${key}`) ? t(key) : refusalText(refusal);
  };
};
