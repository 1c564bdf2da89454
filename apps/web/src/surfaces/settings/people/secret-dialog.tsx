import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type Secret = {
  readonly title: string;
  readonly detail: string;
  readonly text: string;
  readonly expiresAt: string;
};

/** A link or a token, shown this once. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation(['settings', 'shell']);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={secret.title}
      description={secret.detail}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('people.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2 pb-2">
        <CodeBlock label={secret.title} code={secret.text} />
        <p className="text-muted text-sm">{t('people.once', { at: formatMoment(secret.expiresAt, i18n.language) })}</p>
      </div>
    </Dialog>
  );
};
