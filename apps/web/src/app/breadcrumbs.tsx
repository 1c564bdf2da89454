import { Link, useMatches, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../client/use-projection.ts';
import { titleMark } from '../ui/notices/notices.ts';
import { notices } from '../ui/notices/tab-notices.ts';
import { pageTitle } from '../ui/page-title.ts';

const home = { id: 'home', path: '/' };

/** Where we are, from the crumbs the matched routes carry; also the title of the tab. */
export const Breadcrumbs = () => {
  const { t } = useTranslation('shell');
  const crumbs = useMatches().flatMap(({ id, pathname, staticData }) =>
    staticData.crumb === undefined ? [] : [{ id, path: pathname, label: t(staticData.crumb) }],
  );
  const named = useProjection(pageTitle);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const known =
    crumbs.length === 0 ? [{ id: 'home', path: '/', label: path === '/' ? t('home') : t('notFound.title') }] : crumbs;
  const trail = named === undefined ? known : known.with(-1, { ...(known.at(-1) ?? home), label: named });
  const title = [...trail.map(({ label }) => label).reverse(), 'Atelier'].join(' · ');
  const mark = titleMark(useProjection(notices));
  useEffect(() => {
    document.title = `${mark}${title}`;
  }, [mark, title]);
  return (
    <nav aria-label={t('trail')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-base">
        {trail.map(({ id, path, label }, index) => (
          <Fragment key={id}>
            {index > 0 && (
              <li aria-hidden="true" className="hidden text-line-strong sm:block">
                <ChevronRight size={14} className="mirror-rtl" />
              </li>
            )}
            <li className={index === trail.length - 1 ? 'min-w-0' : 'hidden min-w-0 truncate sm:block'}>
              {index === trail.length - 1 ? (
                <span aria-current="page" className="block px-1 font-medium">
                  <bdi className="name-line">{label}</bdi>
                </span>
              ) : (
                <Link to={path} aria-current={false} className="rounded-sm px-1 text-muted hover:text-text">
                  {label}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
};
