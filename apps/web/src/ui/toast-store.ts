import { createCell, type Observable } from '../client/observable.ts';
import type { Tone } from './tone.ts';

export type Toast = {
  readonly id: number;
  readonly title: string;
  readonly detail?: string;
  readonly tone: Tone;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How often the same was said while it was in sight. */
  readonly times: number;
};

type Said = Omit<Toast, 'id' | 'tone' | 'times'> & { readonly tone?: Tone };

export type Toasts = Observable<readonly Toast[]> & {
  readonly show: (toast: Said) => void;
  readonly dismiss: (id: number) => void;
};

const shownAtOnce = 4;

export const createToasts = (): Toasts => {
  const cell = createCell<readonly Toast[]>([]);
  let last = 0;
  return {
    ...cell,
    show: (toast) => {
      const said = { tone: 'neutral' as const, ...toast };
      const same = cell.get().find((shown) => isSame(shown, said));
      if (same !== undefined) {
        // Newest words, newest action: an undo belongs to the last deed.
        cell.set(cell.get().map((shown) => (shown === same ? { ...said, id: same.id, times: same.times + 1 } : shown)));
        return;
      }
      last += 1;
      cell.set(withRoom([...cell.get(), { ...said, id: last, times: 1 }]));
    },
    dismiss: (id) => cell.set(cell.get().filter((toast) => toast.id !== id)),
  };
};

const isSame = (a: Pick<Toast, 'title' | 'detail' | 'tone'>, b: Pick<Toast, 'title' | 'detail' | 'tone'>): boolean =>
  a.title === b.title && a.detail === b.detail && a.tone === b.tone;

/** What went wrong gives way last: good news in a row must not push it out unread. */
const withRoom = (shown: readonly Toast[]): readonly Toast[] => {
  if (shown.length <= shownAtOnce) return shown;
  const leaves = shown.find(({ tone }) => tone !== 'danger') ?? shown[0];
  return shown.filter((toast) => toast !== leaves);
};

/** One queue for the whole tab. */
export const toasts = createToasts();

/** For every quick act that can be taken back: says what was done, with the way back on it. */
export const toastWithUndo = (title: string, undo: { readonly label: string; readonly run: () => void }): void =>
  toasts.show({ title, action: undo });
