import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

type Props = { readonly code: string; readonly label: string; readonly copyable?: boolean };

/** Code reads left to right in every language. */
export const CodeBlock = ({ code, label, copyable = true }: Props) => {
  const { t } = useTranslation('shell');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1600);
      },
      () => setCopied(false),
    );
  };
  return (
    <div dir="ltr" className="group relative overflow-hidden rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto px-3.5 py-2.5 pe-12 outline-offset-[-2px]">
        <pre className="font-mono text-sm leading-5">{code}</pre>
      </section>
      {copyable && (
        <IconButton
          label={copied ? t('copied') : t('copy')}
          icon={copied ? <Check size={14} /> : <Copy size={14} />}
          onClick={copy}
          className="absolute end-1 top-1 size-7 bg-sunken"
        />
      )}
    </div>
  );
};
