import { useEffect, useRef, useState } from 'react';

const shownMs = 1600;

/** Copies, and says for a moment that it did: the whole moment after the last time. */
export const useCopied = (text: string): { readonly copied: boolean; readonly copy: () => void } => {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (done: boolean) => {
    clearTimeout(timer.current);
    setCopied(done);
    if (done) timer.current = setTimeout(() => setCopied(false), shownMs);
  };
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => say(true),
      () => say(false),
    );
  };
  return { copied, copy };
};
