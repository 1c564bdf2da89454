import { CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';

type Props = { readonly surface: string; readonly drawing: ReactNode };

/** The honest page of a surface that is still to come: what it is for, and nothing that pretends to work. */
export const SurfacePreview = ({ surface, drawing }: Props) => {
  const { t } = useTranslation(['shell', surface]);
  const points: unknown = t(`${surface}:points`, { returnObjects: true });
  const ids = Object.keys(points !== null && typeof points === 'object' ? points : {});
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-8 px-5 py-6 @2xl:px-8 @2xl:py-8">
      <header className="flex flex-col items-start gap-3">
        <Badge tone="draft" icon={<CircleDashed size={12} aria-hidden="true" />}>
          {t('shell:preview.badge')}
        </Badge>
        <h1 className="font-semibold text-2xl">{t(`${surface}:name`)}</h1>
        <p className="max-w-xl text-pretty text-lg text-muted">{t(`${surface}:lead`)}</p>
      </header>
      <div className="board flex justify-center overflow-hidden rounded-lg border border-line bg-sunken px-4 py-8">
        {drawing}
      </div>
      <ul className="grid gap-x-8 gap-y-6 @2xl:grid-cols-3">
        {ids.map((id) => (
          <li key={id} className="border-line-strong border-t pt-3">
            <h2 className="font-medium text-base">{t(`${surface}:points.${id}.title`)}</h2>
            <p className="mt-1 text-pretty text-muted text-sm">{t(`${surface}:points.${id}.detail`)}</p>
          </li>
        ))}
      </ul>
      <p className="text-faint text-sm">{t('shell:preview.detail')}</p>
    </div>
  );
};
