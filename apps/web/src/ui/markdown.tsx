import type { CSSProperties } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { classNames } from './class-names.ts';
import { htmlAsText } from './html-as-text.ts';
import { safeAddress } from './safe-address.ts';

const mostUnbroken = 40;

/** A table says left and right of a page that reads from the left; here they are start and end. */
const alignOf = (style: CSSProperties | undefined): string => {
  if (style?.textAlign === 'right') return 'text-end';
  return style?.textAlign === 'center' ? 'text-center' : 'text-start';
};

// Text here may come from a model or a file: raw HTML is shown as letters, no image is ever fetched,
// and an address is shown in full beside its words so that a link cannot hide where it goes.
const components: Components = {
  img: ({ alt }) => <span className="text-faint">[{alt ?? ''}]</span>,
  a: ({ href, children }) => {
    const address = safeAddress(href);
    return (
      <span className="text-accent-text">
        {children}
        {address !== undefined && <bdi className="ms-1 break-all text-faint text-xs">({address})</bdi>}
      </span>
    );
  },
  h1: ({ children }) => (
    <h3 dir="auto" className="mt-4 mb-1 font-semibold text-lg first:mt-0">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h4 dir="auto" className="mt-4 mb-1 font-semibold text-base first:mt-0">
      {children}
    </h4>
  ),
  h3: ({ children }) => (
    <h5 dir="auto" className="mt-3 mb-1 font-semibold text-base first:mt-0">
      {children}
    </h5>
  ),
  p: ({ children }) => (
    <p dir="auto" className="my-2 first:mt-0 last:mb-0">
      {children}
    </p>
  ),
  ul: ({ children }) => <ul className="my-2 list-disc ps-5 marker:text-faint">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal ps-5 marker:text-faint">{children}</ol>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-accent/50 border-s-2 ps-3 text-muted">{children}</blockquote>
  ),
  pre: ({ children }) => (
    <pre
      dir="ltr"
      className="my-2 overflow-x-auto rounded-md border border-line bg-sunken px-3.5 py-2.5 font-mono text-sm"
    >
      {children}
    </pre>
  ),
  code: ({ children }) => (
    <code
      dir="ltr"
      className={classNames(
        'rounded-[4px] bg-sunken px-1 font-mono text-[0.92em]',
        // A command is read in one piece; only what no line could hold may break.
        String(children).length <= mostUnbroken && 'whitespace-nowrap',
      )}
    >
      {children}
    </code>
  ),
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="border-collapse text-base">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th dir="auto" className={classNames('border border-line bg-sunken px-2.5 py-1 font-medium', alignOf(style))}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td dir="auto" className={classNames('border border-line px-2.5 py-1 tabular-nums', alignOf(style))}>
      {children}
    </td>
  ),
};

const Markdown = ({ text }: { readonly text: string }) => (
  <div dir="auto" className="max-w-prose text-pretty">
    <ReactMarkdown remarkPlugins={[remarkGfm, htmlAsText]} components={components}>
      {text}
    </ReactMarkdown>
  </div>
);

/** A default export, so that the parser is only fetched where text is shown (`code/markdown.ts`). */
export default Markdown;
