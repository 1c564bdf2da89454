import { createCell, type Observable } from '../../client/observable.ts';
import type { Tone } from '../tone.ts';

/** Something that happened and that a person may want to be called back for. */
export type Notice = {
  /** One thing has one notice: a newer one of the same id takes its place. */
  readonly id: string;
  /** The surface it belongs to; its entry in the rail counts it. */
  readonly surface: string;
  /** In words: a name or a sentence, in the language of the screen. */
  readonly title: string;
  readonly detail?: string;
  /** Where to look. Being there counts as having read it. */
  readonly path: string;
  readonly tone: Tone;
  readonly at: number;
  readonly isRead: boolean;
  /** It came while nobody looked at this tab. */
  readonly isMissed: boolean;
};

export type NewNotice = Pick<Notice, 'id' | 'surface' | 'title' | 'detail' | 'path'> & { readonly tone?: Tone };

export type Notices = Observable<readonly Notice[]> & {
  readonly notify: (notice: NewNotice) => void;
  /** The person is here now: what is about this place is read, and nothing is missed any more. */
  readonly look: (path: string) => void;
  readonly markAllRead: () => void;
  readonly clear: () => void;
};

type Deps = {
  readonly now: () => number;
  readonly isHidden: () => boolean;
  readonly path: () => string;
  /** Outside of the page, where the person allowed it; asked only while the tab is hidden. */
  readonly tellOutside: (notice: Notice) => void;
  /** Inside of the page, to somebody who looks at another place of it. */
  readonly tellInside: (notice: Notice) => void;
};

const kept = 50;

export const createNotices = ({ now, isHidden, path, tellOutside, tellInside }: Deps): Notices => {
  const cell = createCell<readonly Notice[]>([]);
  const change = (to: (notice: Notice) => Notice) => {
    const changed = cell.get().map(to);
    if (changed.some((notice, at) => notice !== cell.get()[at])) cell.set(changed);
  };
  return {
    ...cell,
    notify: (said) => {
      const isMissed = isHidden();
      const isRead = !isMissed && isAt(said.path, path());
      const notice: Notice = { tone: 'neutral', ...said, at: now(), isRead, isMissed };
      cell.set([notice, ...cell.get().filter(({ id }) => id !== said.id)].slice(0, kept));
      if (isMissed) tellOutside(notice);
      else if (!isRead) tellInside(notice);
    },
    look: (here) =>
      change((notice) => {
        const isRead = notice.isRead || isAt(notice.path, here);
        return isRead === notice.isRead && !notice.isMissed ? notice : { ...notice, isRead, isMissed: false };
      }),
    markAllRead: () =>
      change((notice) => (notice.isRead && !notice.isMissed ? notice : { ...notice, isRead: true, isMissed: false })),
    clear: () => cell.set([]),
  };
};

/** At the place itself or inside of it. */
const isAt = (wanted: string, here: string): boolean => here === wanted || here.startsWith(`${wanted}/`);

export const unreadIn = (notices: readonly Notice[], surface?: string): number =>
  notices.filter((notice) => !notice.isRead && (surface === undefined || notice.surface === surface)).length;

/** What the title of the tab begins with while something happened that nobody saw. */
export const titleMark = (notices: readonly Notice[]): string => {
  const missed = notices.filter(({ isMissed }) => isMissed).length;
  return missed === 0 ? '' : `(${missed}) `;
};
