import { type RefObject, useEffect, useRef } from 'react';

/** Whether this part is still on the screen: an answer may come after whoever asked has left. */
export const useIsHere = (): RefObject<boolean> => {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
};
