import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { initialOf, othersHere } from './others-here.ts';

type Props = { readonly project: ProjectStore; readonly me: string };

/** More than this are counted, not drawn: the bar is narrow. */
const mostShown = 4;

/** The others who have this project open right now, and what they look at. */
export const HereStrip = ({ project, me }: Props) => {
  const { t } = useTranslation('studio');
  const nameOf = usePersonName();
  const present = useProjection(project.present);
  // Without a connection nobody can be told to be here.
  const isLive = useProjection(useAtelier().connection.state).kind === 'live';
  const others = isLive ? othersHere(present, me) : [];
  if (others.length === 0) return null;
  const placeOf = (place: string): string => {
    const panel = panels.find(({ id }) => id === place);
    return panel === undefined ? t('members.inTalk') : t(panel.title);
  };
  const shown = others.slice(0, mostShown);
  const rest = others.slice(mostShown);
  return (
    <ul aria-label={t('members.here')} className="flex shrink-0 items-center -space-x-1.5">
      {shown.map(({ person, places }) => {
        const label = t('members.hereAt', { name: nameOf(person), place: places.map(placeOf).join(' · ') });
        return (
          <li key={person}>
            <Tooltip label={label}>
              <button
                type="button"
                aria-label={label}
                className="flex size-6 items-center justify-center rounded-full border border-ground bg-accent-soft font-semibold text-accent-text text-xs"
              >
                {initialOf(nameOf(person))}
              </button>
            </Tooltip>
          </li>
        );
      })}
      {rest.length > 0 && (
        <li>
          <Tooltip label={rest.map(({ person }) => nameOf(person)).join(' · ')}>
            <button
              type="button"
              aria-label={t('members.moreHere', { count: rest.length })}
              className="flex size-6 items-center justify-center rounded-full border border-ground bg-hover text-muted text-xs"
            >
              <bdi>+{rest.length}</bdi>
            </button>
          </Tooltip>
        </li>
      )}
    </ul>
  );
};
