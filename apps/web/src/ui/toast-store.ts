import { createCell, type Observable } from '../client/observable.ts';
import type { Tone } from './tone.ts';

export type Toast = {
  readonly id: number;
  readonly title: string;
  readonly detail?: string;
  readonly tone: Tone;
  readonly action?: { readonly label: string; readonly run: () => void };
};

export type Toasts = Observable<readonly Toast[]> & {
  readonly show: (toast: Omit<Toast, 'id' | 'tone'> & { readonly tone?: Tone }) => void;
  readonly dismiss: (id: number) => void;
};

const shownAtOnce = 4;

export const createToasts = (): Toasts => {
  const cell = createCell<readonly Toast[]>([]);
  let last = 0;
  return {
    ...cell,
    show: (toast) => {
      last += 1;
      cell.set(withRoom([...cell.get(), { tone: 'neutral' as const, ...toast, id: last }]));
    },
    dismiss: (id) => cell.set(cell.get().filter((toast) => toast.id !== id)),
  };
};

/** What went wrong gives way last: good news in a row must not push it out unread. */
const withRoom = (shown: readonly Toast[]): readonly Toast[] => {
  if (shown.length <= shownAtOnce) return shown;
  const leaves = shown.find(({ tone }) => tone !== 'danger') ?? shown[0];
  return shown.filter((toast) => toast !== leaves);
};

/** One queue for the whole tab. */
export const toasts = createToasts();
