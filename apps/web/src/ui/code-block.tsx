import { CopyIconButton } from './copy-icon-button.tsx';

type Props = { readonly code: string; readonly label: string; readonly copyable?: boolean };

/** Code reads left to right in every language. */
export const CodeBlock = ({ code, label, copyable = true }: Props) => {
  return (
    <div dir="ltr" className="group relative overflow-hidden rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto px-3.5 py-2.5 pe-12 outline-offset-[-2px]">
        <pre className="font-mono text-sm leading-5">{code}</pre>
      </section>
      {copyable && <CopyIconButton text={code} className="absolute end-1 top-1 size-7 bg-sunken" />}
    </div>
  );
};
