import type { Colour, Lang } from '@atelier/contracts/studio';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { codesOf, withCode } from './colour-codes.ts';
import { renamedColour } from './renamed-colour.ts';

/** The colours of an element: a patch and its name, because a patch alone says nothing to many. */
export const Swatches = ({ colours }: { readonly colours: readonly Colour[] }) => {
  const shown = useShownText();
  return colours.map((colour) => (
    <span key={`${colour.hex}${shown(colour.name)}${codesOf(colour)}`} className="inline-flex items-center gap-1.5">
      {colour.hex !== undefined && (
        <span
          aria-hidden="true"
          style={{ backgroundColor: colour.hex }}
          className="size-3 rounded-full border border-line-strong"
        />
      )}
      <bdi>{shown(colour.name)}</bdi>
      <ColourCodes colour={colour} />
    </span>
  ));
};

/** By which a printer or a paint shop mixes it; a name alone is not enough for them. */
export const ColourCodes = ({ colour }: { readonly colour: Colour }) =>
  codesOf(colour).map((code) => (
    <bdi key={code} dir="ltr" className="text-faint">
      {code}
    </bdi>
  ));

type Props = { readonly colours: readonly Colour[]; readonly onChange: (colours: Colour[]) => void };

const most = 8;

export const ColourFields = ({ colours, onChange }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const lang: Lang = langOfUi(i18n.language);
  const replace = (at: number, colour: Colour) => onChange(colours.map((each, nth) => (nth === at ? colour : each)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('records.field.colors')}</legend>
      {colours.map((colour, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: colours have no identity but their place
        <div key={at} className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label={t('records.elements.colourPatch', { nth: at + 1 })}
            value={colour.hex ?? '#888888'}
            onChange={(event) => replace(at, { ...colour, hex: event.target.value })}
            className="h-8 w-10 shrink-0 rounded-sm border border-line-strong bg-raised p-0.5"
          />
          <input
            dir="auto"
            aria-label={t('records.elements.colourName', { nth: at + 1 })}
            value={shown(colour.name)}
            onChange={(event) => replace(at, renamedColour(colour, lang, event.target.value))}
            className={`${inputClass} max-w-none flex-1 basis-28`}
          />
          <input
            dir="ltr"
            aria-label={t('records.elements.colourRal', { nth: at + 1 })}
            placeholder="RAL"
            maxLength={20}
            value={colour.ral ?? ''}
            onChange={(event) => replace(at, withCode(colour, 'ral', event.target.value))}
            className={`${inputClass} max-w-20`}
          />
          <input
            dir="ltr"
            aria-label={t('records.elements.colourPantone', { nth: at + 1 })}
            placeholder="Pantone"
            maxLength={40}
            value={colour.pantone ?? ''}
            onChange={(event) => replace(at, withCode(colour, 'pantone', event.target.value))}
            className={`${inputClass} max-w-24`}
          />
          <IconButton
            label={t('records.elements.colourRemove', { nth: at + 1 })}
            icon={<X size={14} />}
            onClick={() => onChange(colours.filter((_, nth) => nth !== at))}
          />
        </div>
      ))}
      {colours.length < most && (
        <Button
          size="sm"
          tone="quiet"
          className="self-start"
          icon={<Plus size={14} />}
          onClick={() => onChange([...colours, { name: { [lang]: t('records.elements.colourNew') } }])}
        >
          {t('records.elements.colourAdd')}
        </Button>
      )}
    </fieldset>
  );
};
