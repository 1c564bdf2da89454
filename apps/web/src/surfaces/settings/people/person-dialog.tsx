import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SignInList } from './sign-in-list.tsx';
import { TokenList } from './token-list.tsx';
import { useChange, usePerson } from './use-person.ts';

type Props = { readonly userId: string; readonly onClose: () => void };

/** Browsers and tokens of somebody else, for an admin: a phone was lost, a token leaked. */
export const PersonDialog = ({ userId, onClose }: Props) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const name = usePersonName()(userId);
  const person = usePerson(userId);
  const { change, busy } = useChange();
  const heading = 'px-5 pt-3 pb-2 font-medium text-muted text-sm';
  const nothing = 'border-line border-t px-5 py-2.5 text-muted';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('people.theirsTitle', { name })}
      description={t('people.theirsDetail')}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('people.done')}
        </Button>
      }
    >
      {person ? (
        <div className="-mx-5">
          <h3 className={heading}>{t('people.theirBrowsers')}</h3>
          {person.signIns.length > 0 ? (
            <SignInList
              signIns={person.signIns}
              busy={busy}
              onEnd={(signInId) => void change(signInId, commands.SignInEnd({ signInId }))}
            />
          ) : (
            <p className={nothing}>{t('people.noBrowsers')}</p>
          )}
          {person.signIns.length > 1 && (
            <div className="border-line border-t px-5 py-3">
              <Button
                tone="danger"
                size="sm"
                busy={busy === 'all'}
                onClick={() => void change('all', commands.SignInsEnd({ userId }))}
              >
                {t('people.endAll')}
              </Button>
            </div>
          )}
          <h3 className={`${heading} border-line border-t`}>{t('people.tokens')}</h3>
          {person.tokens.length > 0 ? (
            <TokenList
              tokens={person.tokens}
              busy={busy}
              onRevoke={(tokenId) => void change(tokenId, commands.TokenRevoke({ tokenId }))}
            />
          ) : (
            <p className={nothing}>{t('people.noTokens')}</p>
          )}
        </div>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  );
};
