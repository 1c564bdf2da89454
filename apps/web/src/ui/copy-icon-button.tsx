import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { useCopied } from './use-copied.ts';

type Props = { readonly text: string; readonly className?: string };

export const CopyIconButton = ({ text, className }: Props) => {
  const { t } = useTranslation('shell');
  const { copied, copy } = useCopied(text);
  return (
    <IconButton
      label={copied ? t('copied') : t('copy')}
      icon={copied ? <Check size={14} /> : <Copy size={14} />}
      onClick={copy}
      {...(className === undefined ? {} : { className })}
    />
  );
};
