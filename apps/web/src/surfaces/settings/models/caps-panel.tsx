import type { Caps, ModelsView } from '@atelier/contracts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { moneyToType, moneyTyped } from '../../../models/money-input.ts';
import { useSpendingMoves } from '../../../models/use-models.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';

type Scope = keyof Caps;
const scopes: readonly Scope[] = ['perTurn', 'perRun', 'perDay'];

export const CapsPanel = ({ view }: { readonly view: ModelsView }) => {
  const { t, i18n } = useTranslation('settings');
  useSpendingMoves();
  const { spent, unpriced } = view.spentToday;
  const isUnpricedUsable = view.models.some(({ price, unavailable }) => price === null && unavailable === null);
  return (
    <Panel
      title={t('models.caps.title')}
      description={t('models.caps.detail')}
      action={
        <p className="text-muted tabular-nums">
          {t('models.caps.today', { spent: formatMoney(spent, i18n.language) })}
          {unpriced > 0 && (
            <span className="block text-draft-text text-sm">{t('models.caps.unpriced', { count: unpriced })}</span>
          )}
        </p>
      }
    >
      <CapsForm caps={view.caps} />
      {isUnpricedUsable && <p className="mt-3 text-faint text-sm">{t('models.caps.unpricedNote')}</p>}
    </Panel>
  );
};

const CapsForm = ({ caps }: { readonly caps: Caps }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  // What nobody is changing follows the caps, which other windows change too; what is being typed stays as it is typed.
  const [typed, setTyped] = useState<Readonly<Partial<Record<Scope, string>>>>({});
  useEffect(() => {
    setTyped((before) =>
      Object.fromEntries(
        scopes.flatMap((scope) => {
          const text = before[scope];
          return text === undefined || moneyTyped(text) === caps[scope] ? [] : [[scope, text]];
        }),
      ),
    );
  }, [caps]);
  const [busy, setBusy] = useState(false);
  const textOf = (scope: Scope) => typed[scope] ?? moneyToType(caps[scope]);
  const isWrong = (scope: Scope) => moneyTyped(textOf(scope)) === undefined;
  const changed = Object.fromEntries(
    scopes.flatMap((scope) => {
      const amount = moneyTyped(textOf(scope));
      return amount === undefined || amount === caps[scope] ? [] : [[scope, amount]];
    }),
  ) as Partial<Caps>;
  const canSave = Object.keys(changed).length > 0 && !scopes.some(isWrong);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    setBusy(true);
    const done = await send(commands.CapsSet({ set: changed }));
    setBusy(false);
    if (done !== undefined) toasts.show({ tone: 'published', title: t('models.caps.saved') });
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 @lg:grid-cols-3">
        {scopes.map((scope) => (
          <TextField
            key={scope}
            label={t(`models.caps.${scope}`)}
            dir="ltr"
            inputMode="decimal"
            placeholder={t('models.caps.none')}
            value={textOf(scope)}
            onChange={(event) => setTyped({ ...typed, [scope]: event.target.value })}
            {...(isWrong(scope) ? { error: t('models.caps.wrong') } : {})}
          />
        ))}
      </div>
      <div>
        <Button tone="primary" type="submit" busy={busy} disabled={!canSave}>
          {t('models.caps.save')}
        </Button>
      </div>
    </form>
  );
};
