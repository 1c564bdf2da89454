// What the functions that are handed to a page use of it. The bench itself runs in Node, without the browser's types.
type PageElement = {
  readonly textContent: string | null;
  querySelector: (selector: string) => PageElement | null;
  querySelectorAll: (selector: string) => { readonly length: number };
};
declare const document: PageElement & { readonly body: PageElement };
declare const requestAnimationFrame: (next: () => void) => number;
declare const addEventListener: (
  name: string,
  heard: () => void,
  options?: { readonly once?: boolean; readonly capture?: boolean },
) => void;
declare const MutationObserver: new (
  seen: () => void,
) => {
  observe: (element: PageElement, options: Readonly<Record<string, boolean>>) => void;
};
