import { useEffect, useId } from 'react';
import { unsaved } from './unsaved.ts';

/** While an editor has changes, leaving its page is asked about: by a link, by going back, by closing the tab. */
export const useUnsaved = (hasChanges: boolean): void => {
  const id = useId();
  useEffect(() => {
    if (hasChanges) return unsaved.hold(id);
  }, [hasChanges, id]);
};
