import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts';
import { sectionLinks } from './section-links.ts';

/** The places of WorkRail above, the open one below it with all the room there is. */
const WorkRailLayout = () => {
  const { t } = useTranslation('workrail');
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const list = useCurrentInSight<HTMLUListElement>(here);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <nav aria-label={t('places.label')} className="scroll-row shrink-0 border-line border-b px-3 @2xl:px-5">
        <ul ref={list} className="flex gap-1">
          {sectionLinks.map(({ id, path, icon: Icon, title }) => (
            <li key={id}>
              <Link
                to={path}
                activeOptions={{ exact: id === 'sessions' }}
                // Also a narrowed list, and a session, whose address is not below that of the list.
                {...(id === 'sessions' && /^\/workrail(\/sessions\/.*|\/?)$/.test(here)
                  ? { 'aria-current': 'page' as const }
                  : {})}
                className="flex h-10 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-2 text-muted outline-offset-[-2px] hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
              >
                <Icon size={15} aria-hidden="true" className="shrink-0" />
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div data-scroll-restoration-id="place" className="min-h-0 flex-1 overflow-y-auto">
        <Outlet />
      </div>
    </div>
  );
};

export default WorkRailLayout;
