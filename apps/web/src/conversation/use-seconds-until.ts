import { useEffect, useState } from 'react';

const secondsUntil = (iso: string | undefined): number =>
  iso === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / 1000));

/** Whole seconds that remain; a countdown a person can read. */
export const useSecondsUntil = (iso: string | undefined): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso));
  useEffect(() => {
    setSeconds(secondsUntil(iso));
    const timer = setInterval(() => setSeconds(secondsUntil(iso)), 250);
    return () => clearInterval(timer);
  }, [iso]);
  return seconds;
};
