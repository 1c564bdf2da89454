import { createCell } from '../../client/observable.ts';
import { toasts } from '../toast-store.ts';
import { createNotices, type Notice } from './notices.ts';

type OutsideNotices = NotificationPermission | 'unsupported';

const support = typeof Notification === 'undefined' ? undefined : Notification;

/** Whether the browser may show notices outside of the page. */
export const outsideNotices = createCell<OutsideNotices>(support?.permission ?? 'unsupported');

/** A place that was chosen outside of the page; the shell goes there. */
export const placeToOpen = createCell<string | undefined>(undefined);

/** On a click alone: browsers refuse the question otherwise. */
export const askForOutsideNotices = async (): Promise<void> => {
  if (support) outsideNotices.set(await support.requestPermission());
};

const tellOutside = ({ id, title, detail, path }: Notice): void => {
  if (support?.permission !== 'granted') return;
  const { dir, lang } = document.documentElement;
  try {
    const shown = new support(title, {
      tag: id,
      lang,
      dir: dir === 'rtl' ? 'rtl' : 'ltr',
      ...(detail === undefined ? {} : { body: detail }),
    });
    shown.onclick = () => {
      window.focus();
      placeToOpen.set(path);
      shown.close();
    };
  } catch {
    // Some browsers have the question and not the answer: on a phone the constructor throws.
    outsideNotices.set('unsupported');
  }
};

/** What the person is called back for, over all surfaces of this tab. */
export const notices = createNotices({
  now: Date.now,
  isHidden: () => document.hidden,
  path: () => window.location.pathname,
  tellOutside,
  tellInside: ({ title, detail, tone }) => toasts.show({ title, tone, ...(detail === undefined ? {} : { detail }) }),
});
