import type { Colour, LText, ProjectView, WorkPricing } from '@atelier/contracts/studio';
import { materialText, percentText } from '@atelier/studio/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { codesOf } from '../elements/colour-codes.ts';
import { ColourCodes } from '../elements/colour-fields.tsx';
import { Money } from '../money.tsx';
import { Assignee } from '../people/assignee.tsx';
import { langOfUi, Shown } from '../shown-text.tsx';
import { type Json, kindOf, langOfPath, wordKeys } from './value-kind.ts';

type Props = { readonly path: string; readonly value: Json; readonly view: ProjectView };

/** A value of the project as people read it. */
export const FieldValue = ({ path, value, view }: Props): ReactNode => {
  const { t, i18n } = useTranslation('studio');
  const { currency } = view.project;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-faint">{t('field.none')}</span>;
  const number = typeof value === 'number' ? value : 0;
  switch (kindOf(path)) {
    case 'money':
      return <Money minor={number} currency={currency} />;
    case 'quantity':
      return <bdi dir="ltr">{formatNumber(number / 1000, i18n.language, 3)}</bdi>;
    case 'percent':
      return <bdi dir="ltr">{percentText(number)}</bdi>;
    case 'length':
      return <bdi>{t('field.metres', { size: formatNumber(number / 1000, i18n.language, 3) })}</bdi>;
    case 'minutes':
      return <bdi>{t('field.hours', { hours: formatNumber(number / 60, i18n.language, 2) })}</bdi>;
    case 'day':
      return <bdi>{typeof value === 'string' ? formatDate(value, i18n.language) : ''}</bdi>;
    case 'yesNo':
      return t(value === true ? 'field.yes' : 'field.no');
    case 'word':
      return t(wordKeys(path, String(value)), { defaultValue: String(value) });
    case 'refs':
      return <Refs ids={Array.isArray(value) ? value.map(String) : [String(value)]} view={view} />;
    case 'words':
      return <bdi>{wordsText(path, value, langOfUi(i18n.language))}</bdi>;
    case 'colours':
      return <Colours colours={value as unknown as readonly Colour[]} />;
    case 'pricing':
      return <Pricing pricing={value as unknown as WorkPricing} currency={currency} />;
    case 'person':
      return <Assignee id={String(value)} />;
    case 'text':
      return (
        <bdi lang={langOfPath(path)} dir="auto" className="whitespace-pre-wrap break-words">
          {String(value)}
        </bdi>
      );
    default:
      return <bdi className="break-words">{plain(value)}</bdi>;
  }
};

const wordsText = (path: string, value: Json, lang: 'he' | 'en'): string =>
  Array.isArray(value)
    ? value.map((each) => (path === 'materials' ? materialText(String(each), lang) : String(each))).join(', ')
    : '';

const plain = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'object' && value !== null) {
    const { he, en, text } = value as { he?: string; en?: string; text?: string };
    return (
      he ??
      en ??
      text ??
      Object.values(value)
        .map((each) => plain(each as Json))
        .join(' · ')
    );
  }
  return String(value);
};

const Refs = ({ ids, view }: { readonly ids: readonly string[]; readonly view: ProjectView }) => (
  <ul className="flex flex-wrap gap-x-2">
    {ids.map((id) => (
      <li key={id}>
        <Shown text={nameOf(view, id)} />
      </li>
    ))}
  </ul>
);

/** What is called by this id: in the project, or in the draft that would make it. */
export const nameOf = (view: ProjectView, id: string): LText => knownName(view, id) ?? { en: id };

/** None for what a draft would have made: that id ends with the draft. */
export const knownName = (view: ProjectView, id: string): LText | undefined => {
  const names = namesByView.get(view) ?? namesIn(view);
  namesByView.set(view, names);
  return names.get(id);
};

/** A view is never changed, and a draft asks for hundreds of names in it. */
const namesByView = new WeakMap<ProjectView, ReadonlyMap<string, LText>>();

const namesIn = (view: ProjectView): ReadonlyMap<string, LText> => {
  const made = view.session.diff.flatMap(({ ops }) => ops.filter(({ op }) => op === 'create'));
  return new Map<string, LText>([
    ...made.map(({ id, label }) => [id, label] as const),
    ...[...view.materialLines, ...view.workLines].map(({ id, label }) => [id, label] as const),
    ...[...view.sections, ...view.tasks].map(({ id, title }) => [id, title] as const),
    ...view.elements.map(({ id, name }) => [id, name] as const),
  ]);
};

const Colours = ({ colours }: { readonly colours: readonly Colour[] }) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1">
    {colours.map((colour) => (
      <li
        key={`${colour.hex}-${colour.name.he ?? colour.name.en}-${codesOf(colour)}`}
        className="inline-flex items-center gap-1.5"
      >
        {colour.hex !== undefined && (
          <span
            aria-hidden="true"
            style={{ backgroundColor: colour.hex }}
            className="size-3 rounded-full border border-line-strong"
          />
        )}
        <Shown text={colour.name} />
        <ColourCodes colour={colour} />
      </li>
    ))}
  </ul>
);

const Pricing = ({ pricing, currency }: { readonly pricing: WorkPricing; readonly currency: string }) => {
  const { t, i18n } = useTranslation('studio');
  if (pricing.mode === 'fixed') return <Money minor={pricing.amountMinor} currency={currency} />;
  return (
    <span>
      {t('field.hourly', { hours: formatNumber(pricing.minutes / 60, i18n.language, 2), count: pricing.crew })}{' '}
      <Money minor={pricing.rateMinorPerHour} currency={currency} />
      {pricing.factorBps !== undefined && <bdi dir="ltr"> × {percentText(pricing.factorBps)}</bdi>}
    </span>
  );
};

/** What people call the field at a path, with its language where it has one. */
export const FieldName = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation('studio');
  const lang = langOfPath(path);
  const base = (lang === undefined ? path : path.slice(0, -3)).replaceAll('.', '_');
  return (
    <>
      {t(`path.${base}`, { defaultValue: base })}
      {lang !== undefined && <span className="text-faint"> · {t(`lang.${lang}`)}</span>}
    </>
  );
};
