import { useRef } from 'react';

/** What a person used to open something: a menu that closes behind it stands for its button. */
const openerNow = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]');
  return menu == null ? document.activeElement : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
};

/** The library returns the focus to a dialog's trigger; ours have none, so it would be lost. It goes to what opened it. */
export const useFocusReturn = () => {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerNow();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What was chosen may have moved it already: to a page, to a message box.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
};
