import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Mine, useChange } from './use-person.ts';

type Props = { readonly mine: Mine; readonly isRecovery: boolean };

export const MePanel = ({ mine: { person, recoveries }, isRecovery }: Props) => {
  const { t, i18n } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const nameOf = usePersonName();
  const { change } = useChange();
  return (
    <Panel title={t('people.you')} description={t('people.youDetail')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <InlineEdit
            label={t('people.yourName')}
            value={person.name ?? t('shell:people.owner')}
            onSave={(name) => void change('name', commands.PersonRename({ name }))}
          />
          <Badge>{t(`shell:roles.${person.role}`)}</Badge>
        </div>
        {isRecovery && <Banner tone="draft" title={t('people.recoveryHere')} />}
        {recoveries.map(({ linkId, by, madeAt, spentAt }) => (
          <Banner
            key={linkId}
            tone="draft"
            title={t('people.recovery', { by: nameOf(by), at: formatMoment(madeAt, i18n.language) })}
          >
            {spentAt === null
              ? t('people.recoveryOpen')
              : t('people.recoverySpent', { at: formatMoment(spentAt, i18n.language) })}
          </Banner>
        ))}
      </div>
    </Panel>
  );
};
