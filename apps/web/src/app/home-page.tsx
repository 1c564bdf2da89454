import { Link } from '@tanstack/react-router';
import { FileSpreadsheet, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { surfaces } from '../surfaces/registry.ts';
import { StudioDrawing } from '../surfaces/studio/studio-drawing.tsx';
import { WorkRailDrawing } from '../surfaces/workrail/workrail-drawing.tsx';
import { useSample } from '../surfaces/workshop/onboarding/use-sample.ts';
import { WorkshopDrawing } from '../surfaces/workshop/workshop-drawing.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { pageClass } from '../ui/page.tsx';
import { paletteShortcut } from './all-commands.ts';
import { HomeLists } from './home-lists.tsx';
import { InstallStrip } from './install-strip.tsx';

const drawingBySurface: Readonly<Record<string, ReactNode>> = {
  workshop: <WorkshopDrawing />,
  studio: <StudioDrawing />,
  workrail: <WorkRailDrawing />,
};

const main = surfaces.filter(({ place }) => place === 'main');

const HomePage = () => {
  const { t } = useTranslation('shell');
  const sample = useSample();
  const ready = main.filter(({ stage }) => stage === 'ready');
  const later = main.filter(({ stage }) => stage !== 'ready');
  return (
    <div className={classNames(pageClass, 'flex flex-col gap-8')}>
      <header className="flex flex-col gap-3">
        <h1 className="max-w-2xl font-semibold text-2xl outline-none">{t('homePage.title')}</h1>
        <p className="max-w-xl text-pretty text-lg text-muted">{t('homePage.lead')}</p>
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Button
            tone="primary"
            icon={<FileSpreadsheet size={15} aria-hidden="true" />}
            busy={sample.isBusy}
            onClick={sample.open}
          >
            {t('homePage.try')}
          </Button>
          <Link to="/workrail/connect" className={buttonClass('neutral', 'md')}>
            <Plug size={15} aria-hidden="true" />
            {t('homePage.connect')}
          </Link>
          <span className="hidden items-center gap-2 ps-2 text-faint text-sm @2xl:flex">
            {t('homePage.hint')}
            <Kbd keys={paletteShortcut} />
          </span>
        </div>
        <p className="text-faint text-sm">{t('homePage.tryDetail')}</p>
      </header>
      <HomeLists />
      <section aria-label={t('homePage.places')} className="flex flex-col gap-4">
        <ul className="grid gap-4 @3xl:grid-cols-3">
          {ready.map(({ id, path }) => (
            <li key={id} className="flex">
              <Link
                to={path}
                className="flex min-w-0 flex-1 overflow-hidden rounded-lg border border-line bg-raised shadow-low transition-[border-color,box-shadow] duration-150 hover:border-line-strong hover:shadow-mid @3xl:flex-col"
              >
                <span className="board hidden w-40 shrink-0 items-center justify-center overflow-hidden border-line bg-sunken px-3 @2xl:flex @2xl:border-e @3xl:h-36 @3xl:w-full @3xl:border-e-0 @3xl:border-b @3xl:px-10">
                  {drawingBySurface[id]}
                </span>
                <span className="flex min-w-0 flex-1 flex-col gap-1 p-4">
                  <span className="font-semibold text-lg">{t(`${id}:name`)}</span>
                  <span className="text-muted">{t(`${id}:summary`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {later.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
            {t('homePage.later')}
            {later.map(({ id, path, icon: Icon }) => (
              <Link
                key={id}
                to={path}
                className="inline-flex items-center gap-1.5 rounded-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-text"
              >
                <Icon size={14} aria-hidden="true" />
                {t(`${id}:name`)}
              </Link>
            ))}
          </p>
        )}
      </section>
      <InstallStrip />
    </div>
  );
};

export default HomePage;
