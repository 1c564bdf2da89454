import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { quotaToType, quotaTyped, smallestToType } from './storage-parts.ts';

export const QuotaForm = ({ quotaBytes }: { readonly quotaBytes: number | null }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  // While nobody types, the quota itself is shown, which other windows may change.
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    setTyped((before) => {
      const read = before === undefined ? undefined : quotaTyped(before);
      return read?.ok === true && read.value === quotaBytes ? undefined : before;
    });
  }, [quotaBytes]);
  const [busy, setBusy] = useState(false);
  const text = typed ?? quotaToType(quotaBytes);
  const wanted = quotaTyped(text);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!wanted.ok) return;
    setBusy(true);
    const done = await send(commands.StorageQuotaSet({ quotaBytes: wanted.value }));
    setBusy(false);
    if (done !== undefined) toasts.show({ tone: 'published', title: t('storage.quotaSaved') });
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-start gap-3">
      <span className="w-60">
        <TextField
          label={t('storage.quota')}
          hint={t('storage.quotaHint')}
          dir="ltr"
          inputMode="decimal"
          placeholder={t('storage.noQuota')}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          {...(wanted.ok ? {} : { error: t(`storage.${wanted.error}`, { smallest: smallestToType }) })}
        />
      </span>
      <Button type="submit" busy={busy} disabled={!wanted.ok || wanted.value === quotaBytes} className="mt-[26px]">
        {t('storage.quotaSave')}
      </Button>
    </form>
  );
};
