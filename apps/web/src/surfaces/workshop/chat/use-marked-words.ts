import { useEffect, useRef } from 'react';
import { marked } from '../past/marked.ts';

const name = 'found-words';

/** Made here, once: what builds our style sheets does not know this kind of mark yet and complains of it. */
const addStyle = (): void => {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${name}) { background-color: var(--draft); color: #1f1f1f; }`);
  document.adoptedStyleSheets.push(sheet);
};
let isStyled = false;

/** Marks the words in every message that is drawn, without touching what draws it. Nothing where a browser cannot. */
export const useMarkedWords = (words: string) => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (words === '' || box.current === null || typeof Highlight === 'undefined') return;
    addStyle();
    const mark = () => CSS.highlights.set(name, new Highlight(...rangesIn(box.current, words)));
    // A long list draws what comes into sight; each time the words are looked for again.
    let waiting = 0;
    const watch = new MutationObserver(() => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(mark);
    });
    watch.observe(box.current, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      watch.disconnect();
      cancelAnimationFrame(waiting);
      CSS.highlights.delete(name);
    };
  }, [words]);
  return box;
};

const rangesIn = (box: HTMLElement | null, words: string): readonly Range[] =>
  [...(box?.querySelectorAll('[data-message]') ?? [])].flatMap((message) => {
    const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
    const ranges: Range[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      let at = 0;
      for (const { text, isMatch } of marked(node.nodeValue ?? '', words)) {
        const range = new Range();
        range.setStart(node, at);
        at += text.length;
        range.setEnd(node, at);
        if (isMatch) ranges.push(range);
      }
    }
    return ranges;
  });
