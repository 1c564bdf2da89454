import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useCopied } from '../../../ui/use-copied.ts';
import { langOfUi } from '../shown-text.tsx';

type Props = { readonly projectId: string; readonly quoteId: string | null; readonly onClose: () => void };

/** A few lines for WhatsApp or a mail, ready to be copied. */
export const SummaryDialog = ({ projectId, quoteId, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const [lang, setLang] = useState(langOfUi(i18n.language));
  const query = useQuery({
    queryKey: ['studio', 'StudioQuoteSummary', projectId, quoteId],
    queryFn: () => commands.StudioQuoteSummary({ projectId, quoteId }),
  });
  const text = query.data?.ok ? query.data.value[lang] : '';
  const { copied, copy } = useCopied(text);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('quote.summaryTitle')}
      description={t('quote.summaryDetail')}
      footer={
        <Button
          tone="primary"
          icon={copied ? <Check size={14} /> : <Copy size={14} />}
          disabled={text === ''}
          onClick={copy}
        >
          {copied ? t('quote.copied') : t('quote.copy')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        <Segmented
          label={t('quote.language')}
          value={lang}
          choices={[
            { value: 'he', label: t('quote.locale.he') },
            { value: 'en', label: t('quote.locale.en') },
          ]}
          onChange={setLang}
        />
        <pre
          lang={lang}
          dir={lang === 'he' ? 'rtl' : 'ltr'}
          className="whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-sans text-base"
        >
          {text}
        </pre>
      </div>
    </Dialog>
  );
};
