import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

type Props = { readonly text: string; readonly className?: string };

/** Copies, and says for a moment that it did. */
export const CopyIconButton = ({ text, className }: Props) => {
  const { t } = useTranslation('shell');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1600);
      },
      () => setCopied(false),
    );
  };
  return (
    <IconButton
      label={copied ? t('copied') : t('copy')}
      icon={copied ? <Check size={14} /> : <Copy size={14} />}
      onClick={copy}
      {...(className === undefined ? {} : { className })}
    />
  );
};
