import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

type Props = { readonly text: string; readonly label: string };

export const CopyButton = ({ text, label }: Props) => {
  const { t } = useTranslation('shell');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1_600);
      },
      () => setCopied(false),
    );
  };
  return (
    <Button size="sm" icon={copied ? <Check size={13} /> : <Copy size={13} />} onClick={copy}>
      {copied ? t('copied') : label}
    </Button>
  );
};
