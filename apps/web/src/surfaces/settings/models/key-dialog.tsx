import type { KeyedProvider, ModelsView } from '@atelier/contracts';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useIsHere } from '../../../ui/use-is-here.ts';

type Props = {
  readonly provider: KeyedProvider;
  readonly keyStore: ModelsView['keyStore'];
  readonly onClose: () => void;
};

/** Takes a key, has it tried, and keeps it only when the provider did not refuse it. */
export const KeyDialog = ({ provider, keyStore, onClose }: Props) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const { providerName } = useNames();
  const refusalText = useRefusalText('settings');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const isHere = useIsHere();
  const [key, setKey] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const name = providerName(provider);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '') return setError(t('models.key.empty'));
    setBusy(true);
    setError(undefined);
    const reply = await commands.ProvidersSetApiKey({ provider, key: key.trim() });
    setBusy(false);
    if (!reply.ok) return setError(refusalText(reply.error));
    const isTried = reply.value.provider.status === 'configured';
    toasts.show({
      tone: isTried ? 'published' : 'draft',
      title: t(isTried ? 'models.provider.saved' : 'models.provider.savedUnchecked', { provider: name }),
    });
    if (isHere.current) onClose();
  };
  const kept = t(keyStore.kind === 'keychain' ? 'models.key.keepsKeychain' : 'models.key.keepsFile');
  const because = keyStore.because === null ? '' : ` ${t(`models.key.because.${keyStore.because}`)}`;
  return (
    <Dialog
      open
      focus={field}
      onOpenChange={onClose}
      title={t('models.key.title', { provider: name })}
      description={t('models.key.detail', { provider: name })}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy}>
            {t('models.key.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} className="flex flex-col gap-3 pb-2">
        <Field label={t('models.key.label')} hint={t('models.key.hint')} {...(error === undefined ? {} : { error })}>
          {({ id, describedBy, invalid }) => (
            <span className="flex items-center gap-1">
              <input
                ref={field}
                id={id}
                dir="ltr"
                type={isShown ? 'text' : 'password'}
                autoComplete="off"
                spellCheck={false}
                value={key}
                readOnly={busy}
                aria-describedby={describedBy}
                aria-invalid={invalid || undefined}
                onChange={(event) => {
                  setKey(event.target.value);
                  setError(undefined);
                }}
                className={`${inputClass} font-mono`}
              />
              <IconButton
                label={t('models.key.show')}
                aria-pressed={isShown}
                icon={isShown ? <EyeOff size={15} /> : <Eye size={15} />}
                onClick={() => setIsShown(!isShown)}
              />
            </span>
          )}
        </Field>
        <div role="status" className="min-h-5">
          {busy ? (
            <div className="flex flex-col gap-1.5">
              <p className="text-muted text-sm">{t('models.key.saving', { provider: name })}</p>
              <Progress label={t('models.key.saving', { provider: name })} />
            </div>
          ) : (
            <p className="text-faint text-sm">
              {kept}
              {because}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
};
