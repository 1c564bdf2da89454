import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts';
import { sectionLinks } from './section-links.ts';

const SettingsLayout = () => {
  const { t } = useTranslation('settings');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const list = useCurrentInSight<HTMLUListElement>(path);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-x-12 gap-y-5 px-5 py-6 @2xl:px-8 @2xl:py-8 @3xl:flex-row">
      <nav
        aria-label={t('sections')}
        className="scroll-row -mx-1 shrink-0 px-1 @3xl:sticky @3xl:top-10 @3xl:w-48 @3xl:self-start"
      >
        <ul ref={list} className="flex gap-1 @3xl:flex-col">
          {sectionLinks.map(({ id, icon: Icon, title }) => (
            <li key={id}>
              <Link
                to={`/settings/${id}`}
                className="flex h-8 items-center gap-2.5 whitespace-nowrap rounded-sm px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text"
              >
                <Icon size={15} aria-hidden="true" className="shrink-0" />
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="@container min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
};

export default SettingsLayout;
