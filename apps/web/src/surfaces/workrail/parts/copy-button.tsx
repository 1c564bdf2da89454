import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useCopied } from '../../../ui/use-copied.ts';

type Props = { readonly text: string; readonly label: string; readonly disabled?: boolean };

export const CopyButton = ({ text, label, disabled = false }: Props) => {
  const { t } = useTranslation('shell');
  const { copied, copy } = useCopied(text);
  return (
    <Button size="sm" icon={copied ? <Check size={13} /> : <Copy size={13} />} disabled={disabled} onClick={copy}>
      {copied ? t('copied') : label}
    </Button>
  );
};
