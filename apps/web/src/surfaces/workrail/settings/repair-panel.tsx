import { ShieldCheck, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RepairDialog } from '../run/run-banners.tsx';
import { useSessions } from '../sessions/use-sessions.ts';

/** Damaged sessions, each to be repaired on a person's word. */
export const RepairPanel = () => {
  const { t } = useTranslation('workrail');
  const damaged = useSessions({ status: 'damaged' }).pages?.first ?? [];
  const [asking, setAsking] = useState<string>();
  return (
    <Panel title={t('repair.title')} description={t('repair.detail')}>
      {damaged.length === 0 ? (
        <p className="flex items-center gap-2 text-published-text">
          <ShieldCheck size={15} aria-hidden="true" />
          {t('repair.none')}
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {damaged.map(({ sessionId, title }) => (
            <li key={sessionId} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0">
                <bdi className="name-line">{title ?? sessionId}</bdi>
                <bdi className="font-mono text-faint text-xs">{sessionId}</bdi>
              </span>
              <Button size="sm" icon={<Wrench size={13} />} onClick={() => setAsking(sessionId)}>
                {t('salvage.repair')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RepairDialog
        key={asking ?? ''}
        sessionId={asking ?? ''}
        open={asking !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking(undefined);
        }}
      />
    </Panel>
  );
};
