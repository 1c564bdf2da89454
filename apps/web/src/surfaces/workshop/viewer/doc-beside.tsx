import { MessageSquare, PanelTop, Shapes, StickyNote, TextSelect } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Beside, DocSection } from './shapes.ts';

/** What stands at a block beside its running text: boxes, notes, comments and drawings, each said by its kind. */
export const BesideText = ({ beside }: { readonly beside: readonly Beside[] }) => {
  const { t } = useTranslation('workshop');
  return beside.map(({ kind, text, by }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what stands beside a block that is only read
    <Aside key={at} icon={iconOf[kind]} label={t(`viewer.beside.${kind}`)} by={by} text={text} />
  ));
};

/** What stands above and below every page. */
export const Margins = ({ margins }: { readonly margins: DocSection['margins'] }) => {
  const { t } = useTranslation('workshop');
  return margins.map(({ slot, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: headers of a document that is only read
    <Aside key={at} icon={<PanelTop size={13} aria-hidden="true" />} label={t(`viewer.beside.${slot}`)} text={text} />
  ));
};

const iconOf: Readonly<Record<Beside['kind'], ReactNode>> = {
  box: <TextSelect size={13} aria-hidden="true" />,
  note: <StickyNote size={13} aria-hidden="true" />,
  comment: <MessageSquare size={13} aria-hidden="true" />,
  drawing: <Shapes size={13} aria-hidden="true" />,
};

type Props = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly by?: string | undefined;
  readonly text: string;
};

const Aside = ({ icon, label, by, text }: Props) => (
  <div className="my-1.5 flex gap-2 rounded-sm border-line border-s-2 bg-sunken px-2.5 py-1.5 text-sm">
    <span className="mt-0.5 shrink-0 text-faint">{icon}</span>
    <div className="min-w-0">
      <p className="text-faint text-xs">
        {label}
        {by !== undefined && by !== '' && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
      </p>
      {text !== '' && (
        <p dir="auto" className="whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  </div>
);
