import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sectionLinks } from './section-links.ts';

const SettingsLayout = () => {
  const { t } = useTranslation('settings');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const list = useRef<HTMLUListElement>(null);
  // On a narrow screen the list scrolls sideways, and the open section must be in sight.
  useEffect(() => {
    list.current?.querySelector(`a[href="${path}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-x-12 gap-y-5 px-5 py-6 sm:px-10 sm:py-10 md:flex-row">
      <nav
        aria-label={t('sections')}
        className="-mx-1 shrink-0 overflow-x-auto px-1 md:sticky md:top-10 md:w-48 md:self-start"
      >
        <ul ref={list} className="flex gap-1 md:flex-col">
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
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
};

export default SettingsLayout;
