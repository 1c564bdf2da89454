import type { StudioEvent } from '@atelier/contracts/studio';
import { CloudOff, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

/** What a person sees of a send that waits. */
const wordsOf = (event: StudioEvent): string | undefined =>
  event.type === 'chatMessage' ? event.text : event.type === 'reviseDraft' ? event.feedbackText : undefined;

/** Routing takes a moment; what takes longer is the work itself. */
const routingMs = 600;

/** What is under way, with the way to stop it, and what waits behind it. */
export const StatusRow = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const { items, isHeld } = useProjection(project.queue);
  const act = useAct(project);
  const { activeTurn } = session;
  const [isLong, setLong] = useState(false);
  const [first, ...rest] = items;
  const key = activeTurn?.turnId ?? first?.key;
  useEffect(() => {
    setLong(false);
    if (key === undefined) return;
    const timer = setTimeout(() => setLong(true), routingMs);
    return () => clearTimeout(timer);
  }, [key]);
  const waiting = isHeld ? items : rest;
  const shown = waiting.flatMap(({ key: id, event }) => {
    const words = wordsOf(event);
    return words === undefined ? [] : [{ id, words }];
  });
  if (key === undefined) return null;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {isHeld ? (
        <p className="flex items-center gap-2 text-draft-text">
          <CloudOff size={14} aria-hidden="true" />
          {t('status.held')}
        </p>
      ) : (
        <div className="flex items-center gap-2 text-muted">
          <Spinner />
          <span className="flex-1">{t(isLong ? 'status.executing' : 'status.routing')}</span>
          {activeTurn !== null && (
            <Button
              size="sm"
              tone="danger"
              icon={<Square size={11} fill="currentColor" />}
              onClick={() => void act({ type: 'cancelTurn', turnId: activeTurn.turnId })}
            >
              {t('status.stop')}
            </Button>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('status.waiting')} className="flex flex-col gap-1">
          {shown.map(({ id, words }) => (
            <li
              key={id}
              className="flex items-center gap-2 rounded-md border border-line-strong/70 border-dashed bg-raised px-3 py-1"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {words}
              </span>
              <IconButton
                label={t('status.withdraw')}
                icon={<X size={13} />}
                className="size-6"
                onClick={() => project.withdraw(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
