import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Panes } from '../../../ui/panes/panes.tsx';
import { useWidth } from '../../../ui/panes/use-width.ts';

type Props = { readonly list: ReactNode; readonly detail: ReactNode };

/** Below this the list of files stands above what changed. */
const roomForBoth = 640;

/** A list beside what is chosen in it; on a phone above it, no higher than it must be. */
export const ListAndDetail = ({ list, detail }: Props) => {
  const { t } = useTranslation('workshop');
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {width !== undefined && width < roomForBoth ? (
        // One thing scrolls: there is no room for a list, a head and a file that each keep their place.
        <div data-stacked className="group/stack relative min-h-0 flex-1 overflow-y-auto">
          <div className="max-h-44 overflow-y-auto border-line border-b">{list}</div>
          {detail}
        </div>
      ) : (
        <Panes
          name="workbench-review"
          narrowBelow={0}
          panes={[
            { id: 'files', label: t('review.list'), size: 26, least: 200, content: list },
            { id: 'detail', label: t('review.title'), size: 74, least: 320, scrollsItself: true, content: detail },
          ]}
        />
      )}
    </div>
  );
};
