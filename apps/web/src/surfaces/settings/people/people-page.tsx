import { useTranslation } from 'react-i18next';
import { usePeople } from '../../../people/use-people.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SectionPage } from '../section-page.tsx';
import { EverybodyPanel } from './everybody-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { MePanel } from './me-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { usePerson } from './use-person.ts';

const PeoplePage = () => {
  const { t } = useTranslation('settings');
  const known = usePeople();
  const mine = usePerson();
  const isAdmin = known?.me.role === 'admin';
  return (
    <SectionPage title={t('people.title')} detail={t('people.detail')} busy={!known || !mine}>
      {known && mine ? (
        <>
          <MePanel mine={mine} isRecovery={known.me.isRecovery} />
          {isAdmin && <EverybodyPanel people={known.people} me={known.me.userId} />}
          {isAdmin && <InvitationsPanel />}
          <SignInsPanel signIns={mine.signIns} />
          {known.me.role !== 'viewer' && <TokensPanel tokens={mine.tokens} />}
          {known.isTeam && <LimitsPanel isAdmin={isAdmin} />}
        </>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </SectionPage>
  );
};

export default PeoplePage;
