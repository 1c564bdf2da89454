import { type Element, type Lang, picturePath } from '@atelier/contracts/studio';
import { ImageIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Money } from '../money.tsx';
import { Shown, useShownText } from '../shown-text.tsx';
import type { Approval } from './approval.ts';
import { ApprovalBadge } from './approval-badge.tsx';
import { Swatches } from './colour-fields.tsx';
import { sizeText } from './element-form.ts';

type Props = {
  readonly projectId: string;
  readonly element: Element;
  readonly approval: Approval;
  /** What its lines cost; absent for whoever may not see costs. */
  readonly costMinor?: number;
  readonly currency: string;
  /** What clients read: without a name in it, the quote shows the other language. */
  readonly primaryLang: Lang;
  readonly onOpen: () => void;
};

export const ElementRow = ({ projectId, element, approval, costMinor, currency, primaryLang, onOpen }: Props) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const size = sizeText(element);
  const [picture] = element.pictures;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-3 rounded-md border border-line bg-raised p-2.5 text-start shadow-low outline-offset-2 hover:border-line-strong hover:bg-hover"
    >
      {picture === undefined ? (
        <span className="flex size-14 shrink-0 items-center justify-center rounded-sm bg-sunken text-faint">
          <ImageIcon size={18} aria-hidden="true" />
        </span>
      ) : (
        <img
          src={picturePath(projectId, picture.blob)}
          alt={shown(picture.caption) || picture.name}
          loading="lazy"
          className="size-14 shrink-0 rounded-sm border border-line object-cover"
        />
      )}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Shown text={element.name} className="min-w-0 truncate font-medium" />
          <ApprovalBadge approval={approval} />
          {element.clientVisible && element.name[primaryLang] === undefined && (
            <Badge tone="draft">{t(`records.elements.noName.${primaryLang}`)}</Badge>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          <span>{t(`records.kind.${element.kind}`)}</span>
          {element.qty > 1 && <bdi dir="ltr">× {element.qty}</bdi>}
          {size !== '' && (
            <span>
              <bdi dir="ltr">{size}</bdi> {t('records.metres')}
            </span>
          )}
          <Swatches colours={element.colors} />
          {element.quoteRole !== 'included' && <span>{t(`records.role.${element.quoteRole}`)}</span>}
        </span>
      </span>
      {costMinor !== undefined && (
        <Money minor={costMinor} currency={currency} className="shrink-0 text-sm tabular-nums" />
      )}
    </button>
  );
};
