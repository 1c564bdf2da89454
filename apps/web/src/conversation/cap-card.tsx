import type { ConversationRun, ModelsView } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../i18n/format.ts';
import { moneyToType, moneyTyped } from '../models/money-input.ts';
import { useNames } from '../models/names.ts';
import { useSpendingMoves } from '../models/use-models.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { suggestedCap } from './suggested-cap.ts';
import { useTalk } from './talk.ts';

type Props = {
  readonly run: ConversationRun;
  readonly models: ModelsView;
  readonly onAnswered: (card: HTMLElement | null) => void;
};

/** Paused before the call that might pass a cap: raise it and go on, or lift it. */
export const CapCard = ({ run, models, onAnswered }: Props) => {
  const { t, i18n } = useTranslation('conversation');
  useSpendingMoves();
  const talk = useTalk();
  const { modelName } = useNames();
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const suggestion = suggestedCap(run, models);
  const [typed, setTyped] = useState(moneyToType(suggestion));
  const [busy, setBusy] = useState(false);
  const cap = moneyTyped(typed);
  const scope = run.cap?.scope ?? 'run';
  const spent = { turn: 0, run: run.meter.spent, day: models.spentToday.spent }[scope];
  const isEnough = typeof cap === 'number' && cap > spent;
  useEffect(() => card.current?.focus(), []);
  const goOn = async (next: number | null) => {
    setBusy(true);
    const done = await talk.raiseCap(scope, next);
    setBusy(false);
    if (done !== undefined) onAnswered(card.current);
  };
  const raise = (event: FormEvent) => {
    event.preventDefault();
    if (isEnough) void goOn(cap);
  };
  const money = (micros: number) => formatMoney(micros, i18n.language);
  const isPriceUnknown = run.cap?.reason === 'price_unknown';
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby={title}
      className="mb-3 flex animate-rise flex-col gap-3 rounded-lg border border-draft/50 bg-draft-soft p-4 outline-none"
    >
      <div className="flex gap-3">
        <Coins size={16} aria-hidden="true" className="mt-1 shrink-0 text-draft-text" />
        <div className="min-w-0">
          <h2 id={title} className="font-semibold">
            {t('cap.title')}
          </h2>
          <p className="text-pretty text-sm">
            {isPriceUnknown
              ? t('cap.noPrice', { model: modelName(run.modelId, models.models) })
              : `${t(`cap.scope.${scope}`)} ${t('cap.detail', { spent: money(run.meter.spent) })}`}
          </p>
        </div>
      </div>
      {scope !== 'run' && <p className="text-sm">{t('cap.everywhere')}</p>}
      <div className="flex flex-wrap items-end gap-2">
        {isPriceUnknown ? (
          <Link to="/settings/models" className={buttonClass('primary', 'md')}>
            {t('cap.writePrice')}
          </Link>
        ) : (
          <form onSubmit={raise} className="flex flex-wrap items-end gap-2">
            <span className="w-44">
              <TextField
                label={t('cap.newCap')}
                dir="ltr"
                inputMode="decimal"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                {...(isEnough ? {} : { error: t('cap.wrong', { example: moneyToType(suggestion) }) })}
              />
            </span>
            <Button tone="primary" type="submit" busy={busy} disabled={!isEnough}>
              {t('cap.raise')}
            </Button>
          </form>
        )}
        <Button disabled={busy} onClick={() => void goOn(null)}>
          {t('cap.lift')}
        </Button>
      </div>
    </section>
  );
};
