import type { TokenView } from '@atelier/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { TokenList } from './token-list.tsx';
import { useChange } from './use-person.ts';

export const TokensPanel = ({ tokens }: { readonly tokens: readonly TokenView[] }) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const { change, busy } = useChange();
  const [label, setLabel] = useState('');
  const [secret, setSecret] = useState<Secret>();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (label.trim() === '') return;
    const made = await change('make', commands.TokenCreate({ label: label.trim() }));
    if (!made) return;
    setLabel('');
    setSecret({
      title: t('people.tokenTitle'),
      detail: t('people.tokenOnce'),
      text: made.token,
      expiresAt: made.expiresAt,
    });
  };
  return (
    <Panel title={t('people.tokens')} description={t('people.tokensDetail')} flush>
      {tokens.length > 0 && (
        <TokenList
          tokens={tokens}
          busy={busy}
          onRevoke={(tokenId) => void change(tokenId, commands.TokenRevoke({ tokenId }))}
        />
      )}
      <form
        onSubmit={(event) => void make(event)}
        className="flex flex-wrap items-end gap-3 border-line border-t px-5 py-4"
      >
        <div className="min-w-0 flex-1 basis-48">
          <TextField
            label={t('people.tokenLabel')}
            placeholder={t('people.tokenPlaceholder')}
            maxLength={80}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </div>
        <Button type="submit" busy={busy === 'make'} disabled={label.trim() === ''}>
          {t('people.tokenMake')}
        </Button>
      </form>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
};
