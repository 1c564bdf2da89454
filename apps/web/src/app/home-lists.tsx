import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Atelier } from '../client/atelier.ts';
import { useAtelier } from '../client/atelier-context.ts';
import { useFollowedQuery } from '../client/use-followed-query.ts';
import { formatMoment, formatWhen } from '../i18n/format.ts';
import { surfaces } from '../surfaces/registry.ts';
import type { FoundItem } from '../surfaces/surface.ts';
import { Panel } from '../ui/panel.tsx';

const homes = surfaces.flatMap(({ home }) => (home === undefined ? [] : [home]));
const queryKey = ['home'];
const shown = 6;

const loadHome = async (atelier: Atelier) => {
  const all = await Promise.all(homes.map(({ load }) => load(atelier).catch(() => ({ needsYou: [], recent: [] }))));
  const latest = (items: readonly FoundItem[]) =>
    items.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1)).slice(0, shown);
  return {
    needsYou: latest(all.flatMap(({ needsYou }) => needsYou)),
    recent: latest(all.flatMap(({ recent }) => recent)),
  };
};

/** What waits for a person, of every surface, kept current; also for the badge and the notifications. */
export const useHome = () => {
  const atelier = useAtelier();
  const { data } = useQuery({ queryKey, queryFn: () => loadHome(atelier) });
  useFollowedQuery(
    queryKey,
    homes.map(({ stream }) => ({ stream, from: 0, delta: () => true })),
    1000,
  );
  return data;
};

/** What waits for you first, then what was worked on last. Nothing where there is nothing yet. */
export const HomeLists = () => {
  const { t } = useTranslation('shell');
  const home = useHome();
  if (home === undefined || home.recent.length + home.needsYou.length === 0) return null;
  return (
    <div className="grid items-start gap-4 @3xl:grid-cols-2">
      <ItemPanel title={t('homePage.needsYou')} items={home.needsYou} nothing={t('homePage.needsNothing')} />
      <ItemPanel title={t('homePage.recent')} items={home.recent} nothing={t('homePage.recentNothing')} />
    </div>
  );
};

type ItemPanelProps = { readonly title: string; readonly items: readonly FoundItem[]; readonly nothing: string };

const ItemPanel = ({ title, items, nothing }: ItemPanelProps) => {
  const { i18n } = useTranslation('shell');
  return (
    <Panel title={title} flush>
      {items.length === 0 ? (
        <p className="border-line border-t px-5 py-4 text-muted">{nothing}</p>
      ) : (
        <ul aria-label={title}>
          {items.map(({ id, title: name, detail, at, path, icon: Icon }) => (
            <li key={id} className="border-line border-t">
              <Link to={path} className="flex items-center gap-3 px-5 py-2.5 outline-offset-[-2px] hover:bg-sunken">
                <Icon size={15} aria-hidden="true" className="shrink-0 text-faint" />
                <span className="min-w-0 flex-1">
                  <bdi className="name-line font-medium">{name}</bdi>
                  {detail !== undefined && <bdi className="name-line text-muted text-sm">{detail}</bdi>}
                </span>
                {at !== undefined && (
                  <time
                    dateTime={at}
                    title={formatMoment(at, i18n.language)}
                    className="shrink-0 text-faint text-xs tabular-nums"
                  >
                    {formatWhen(at, i18n.language)}
                  </time>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
