import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { surfaces } from '../surfaces/registry.ts';
import { StudioDrawing } from '../surfaces/studio/studio-drawing.tsx';
import { WorkRailDrawing } from '../surfaces/workrail/workrail-drawing.tsx';
import { WorkshopDrawing } from '../surfaces/workshop/workshop-drawing.tsx';
import { Badge } from '../ui/badge.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { paletteShortcut } from './all-commands.ts';
import { InstallStrip } from './install-strip.tsx';

const drawingBySurface: Readonly<Record<string, ReactNode>> = {
  workshop: <WorkshopDrawing />,
  studio: <StudioDrawing />,
  workrail: <WorkRailDrawing />,
};

const HomePage = () => {
  const { t } = useTranslation('shell');
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-9 px-5 py-8 @2xl:px-10 @2xl:py-14">
      <header className="flex flex-col gap-3">
        <h1 className="max-w-2xl font-semibold text-[2rem] leading-10 @2xl:text-[2.5rem] @2xl:leading-12">
          {t('homePage.title')}
        </h1>
        <p className="max-w-xl text-pretty text-lg text-muted">{t('homePage.lead')}</p>
        <p className="hidden items-center gap-2 text-faint text-sm @2xl:flex">
          {t('homePage.hint')}
          <Kbd keys={paletteShortcut} />
          <Kbd keys="?" />
        </p>
      </header>
      <ul aria-label={t('homePage.places')} className="grid gap-4 @2xl:grid-cols-3">
        {surfaces
          .filter(({ place }) => place === 'main')
          .map(({ id, path, stage }) => (
            <li key={id} className="flex">
              <Link
                to={path}
                className="group flex flex-1 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-low transition-[border-color,box-shadow] duration-150 hover:border-line-strong hover:shadow-mid"
              >
                <span className="board flex h-36 items-center justify-center border-line border-b bg-sunken px-4">
                  {drawingBySurface[id]}
                </span>
                <span className="flex flex-1 flex-col gap-1 p-4">
                  <span className="flex items-center justify-between gap-2">
                    <span className="font-semibold text-lg">{t(`${id}:name`)}</span>
                    <ArrowUpRight
                      size={16}
                      aria-hidden="true"
                      className="mirror-rtl text-faint group-hover:text-accent-text"
                    />
                  </span>
                  <span className="text-muted">{t(`${id}:summary`)}</span>
                  <span className="mt-auto pt-3">
                    <Badge tone={stage === 'ready' ? 'published' : 'neutral'} dot>
                      {t(stage === 'ready' ? 'homePage.ready' : 'homePage.notYet')}
                    </Badge>
                  </span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      <InstallStrip />
    </div>
  );
};

export default HomePage;
