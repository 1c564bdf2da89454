import type { FileKind } from '@atelier/contracts';
import { Milestone } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Button } from '../../../ui/button.tsx';
import { useKeyCommand } from '../bench/use-bench-keys.ts';
import { OriginContext, type Place } from './origin-context.ts';
import { OriginSheet } from './origin-sheet.tsx';
import { usePlaceName } from './use-place-name.ts';

type Props = { readonly path: string; readonly kind: FileKind; readonly children: ReactNode };

/** Kinds of which a place is pointed at with the cursor; a paragraph has a button of its own. */
const pointable: ReadonlySet<FileKind> = new Set(['xlsx', 'table', 'text']);

/** Around a file as it is now: whoever points at a place of it can ask where it comes from. */
export const OriginScope = ({ path, kind, children }: Props) => {
  const { t } = useTranslation('workshop');
  const [place, setPlace] = useState<Place>();
  const [asked, setAsked] = useState<Place>();
  const placeName = usePlaceName();
  const point = useCallback((next: Place, isAsked = false) => {
    setPlace(next);
    if (isAsked) setAsked(next);
  }, []);
  const command = useKeyCommand();
  usePageCommands(place === undefined ? [] : [command('origin', Milestone, () => setAsked(place))]);
  return (
    <OriginContext value={point}>
      {children}
      {pointable.has(kind) && (
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-sunken px-3 py-1.5 text-sm">
          <span className="min-w-0 truncate text-muted">
            <bdi>{place === undefined ? t('origin.choose') : placeName(place)}</bdi>
          </span>
          {place !== undefined && (
            <Button size="sm" icon={<Milestone size={13} />} onClick={() => setAsked(place)}>
              {t('origin.title')}
            </Button>
          )}
        </div>
      )}
      {asked !== undefined && <OriginSheet path={path} place={asked} onClose={() => setAsked(undefined)} />}
    </OriginContext>
  );
};
