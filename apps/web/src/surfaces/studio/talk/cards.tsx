import type { Card, ProjectView, StudioEvent } from '@atelier/contracts/studio';
import { Box, CircleX, Info, Lightbulb, List, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { nameOf } from '../draft/field-value.tsx';
import { Money } from '../money.tsx';
import { Shown, useShownText } from '../shown-text.tsx';

type Props = {
  readonly cards: readonly Card[];
  readonly view: ProjectView;
  readonly onAction: (event: StudioEvent) => void;
};

const iconOf = ({ kind, severity }: Card) => {
  if (kind === 'issue') return severity === 'error' ? CircleX : severity === 'warn' ? TriangleAlert : Info;
  return kind === 'idea' ? Lightbulb : kind === 'element' ? Box : List;
};

const toneOf = ({ kind, severity }: Card): string =>
  kind !== 'issue' || severity === 'info' || severity === undefined
    ? 'text-muted'
    : severity === 'error'
      ? 'text-danger-text'
      : 'text-draft-text';

/** What an answer shows beside its words: ideas, issues, elements and lists. */
export const Cards = ({ cards, view, onAction }: Props) => {
  const { t } = useTranslation('studio');
  return (
    <ul aria-label={t('talk.cards')} className="grid gap-2 @xl:grid-cols-2">
      {cards.map((card) => (
        <li
          key={`${card.kind}${card.code ?? ''}${card.title.he ?? card.title.en}${card.refs?.join() ?? ''}`}
          className={card.kind === 'list' ? 'col-span-full' : undefined}
        >
          <OneCard card={card} view={view} onAction={onAction} />
        </li>
      ))}
    </ul>
  );
};

type CardProps = Omit<Props, 'cards'> & { readonly card: Card };

const OneCard = ({ card, view, onAction }: CardProps) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const Icon = iconOf(card);
  const { currency } = view.project;
  return (
    <div className="flex h-full flex-col gap-1.5 rounded-md border border-line bg-raised px-3 py-2.5">
      <p className="flex items-start gap-2 font-medium">
        <Icon
          size={15}
          role="img"
          aria-label={card.kind === 'issue' ? t(`severity.${card.severity ?? 'info'}`) : t(`card.${card.kind}`)}
          className={`mt-0.5 shrink-0 ${toneOf(card)}`}
        />
        <Shown text={card.title} className="min-w-0" />
      </p>
      {card.text !== undefined && (
        <p className="text-muted text-sm">
          <Shown text={card.text} />
        </p>
      )}
      {card.costBand !== undefined && card.rows === undefined && view.canSeeCosts && (
        <p className="text-sm">
          {t('card.cost')} <Money minor={card.costBand.fromMinor} currency={currency} />–
          <Money minor={card.costBand.toMinor} currency={currency} />
        </p>
      )}
      {card.refs !== undefined && card.refs.length > 0 && (
        <p className="flex flex-wrap gap-x-2 text-faint text-xs">
          {card.refs.slice(0, 6).map((id) => (
            <Shown key={id} text={nameOf(view, id)} />
          ))}
        </p>
      )}
      {card.rows !== undefined && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-sm">
          {card.rows.map(({ label, value }) => (
            <div key={`${shown(label)}${value}`} className="contents">
              <dt className="min-w-0 text-muted">
                <Shown text={label} />
              </dt>
              <dd className="text-end">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {card.action !== undefined && (
        <div className="mt-auto pt-1">
          <Button
            size="sm"
            className="h-auto min-h-7 whitespace-normal py-1 text-start"
            onClick={() => card.action && onAction(card.action.event)}
          >
            <bdi>{shown(card.action.label)}</bdi>
          </Button>
        </div>
      )}
    </div>
  );
};
