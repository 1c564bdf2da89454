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
      cell.set([...cell.get(), { tone: 'neutral' as const, ...toast, id: last }].slice(-shownAtOnce));
    },
    dismiss: (id) => cell.set(cell.get().filter((toast) => toast.id !== id)),
  };
};

/** One queue for the whole tab. */
export const toasts = createToasts();
