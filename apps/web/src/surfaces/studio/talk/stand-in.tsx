import type { Issue } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useNames } from '../../../models/names.ts';
import { useModels } from '../../../models/use-models.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Props = {
  readonly issue: Issue;
  /** Asks the same again, once the model may answer. */
  readonly onAgain: () => void;
};

/** The rules answered instead of a model: what would let the model answer, one press away. */
export const StandIn = ({ issue, onAgain }: Props) => {
  const { t } = useTranslation('studio');
  const [reason, providerId, modelId, scopeHash] = issue.refs ?? [];
  if (reason === 'no_key' || reason === 'cap_reached')
    return (
      <Link to={'/settings/models' as never} className="self-start text-accent-text text-sm underline">
        {t('talk.standIn.settings')}
      </Link>
    );
  if (reason !== 'no_consent' || providerId === undefined || modelId === undefined || scopeHash === undefined)
    return null;
  return <Consent consent={{ providerId, modelId, scopeHash }} onAgain={onAgain} />;
};

type ConsentProps = {
  readonly consent: { readonly providerId: string; readonly modelId: string; readonly scopeHash: string };
  readonly onAgain: () => void;
};

const Consent = ({ consent, onAgain }: ConsentProps) => {
  const { t } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const send = useSend();
  const { providerName, modelName } = useNames();
  const { view } = useModels();
  const [isOpen, setIsOpen] = useState(false);
  const allow = useRef<HTMLButtonElement>(null);
  const model = modelName(consent.modelId, view?.models ?? []);
  const agree = async () => {
    const done = await send(commands.EgressGrantConsent({ consent, remember: true }));
    setIsOpen(false);
    if (done !== undefined) onAgain();
  };
  return (
    <>
      <Button size="sm" className="self-start" onClick={() => setIsOpen(true)}>
        {t('talk.standIn.allow')}
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={() => setIsOpen(false)}
          width="sm"
          focus={allow}
          title={t('talk.standIn.title', { model })}
          description={t('talk.standIn.detail', { model, provider: providerName(consent.providerId) })}
          footer={
            <>
              <Button onClick={() => setIsOpen(false)}>{t('shell:cancel')}</Button>
              <Button ref={allow} tone="primary" onClick={() => void agree()}>
                {t('talk.standIn.agree')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
};
