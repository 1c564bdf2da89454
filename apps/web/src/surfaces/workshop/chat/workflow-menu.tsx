import { useQuery } from '@tanstack/react-query';
import { Check, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';

type Props = { readonly value: string | undefined; readonly onChange: (workflowId: string | undefined) => void };

/** Research, plan, carry out: what a run does when nothing else is chosen. */
const usual = 'wr.rpi';

/** Which workflow the next message is worked through. */
export const WorkflowMenu = ({ value, onChange }: Props) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { data } = useQuery({ queryKey: ['workshop', 'WorkflowsList'], queryFn: () => commands.WorkflowsList({}) });
  const others = (data?.ok ? data.value.workflows : []).filter(
    ({ kind, workflowId, workflowHash }) => kind === 'workflow' && workflowId !== usual && workflowHash !== null,
  );
  const chosen = others.find(({ workflowId }) => workflowId === value);
  const mark = (isChosen: boolean) => (isChosen ? <Check size={14} /> : undefined);
  return (
    <Menu
      align="start"
      trigger={
        <Button
          size="sm"
          tone="quiet"
          icon={<Workflow size={13} />}
          aria-label={t('compose.workflowIs', { name: chosen?.name ?? t('compose.workflowUsual') })}
        >
          {chosen === undefined ? t('compose.workflow') : <bdi>{chosen.name}</bdi>}
        </Button>
      }
      items={[
        {
          id: usual,
          label: t('compose.workflowUsual'),
          icon: mark(chosen === undefined),
          onSelect: () => onChange(undefined),
        },
        ...others.map(({ workflowId, name }) => ({
          id: workflowId,
          label: name,
          icon: mark(workflowId === value),
          onSelect: () => onChange(workflowId),
        })),
      ]}
    />
  );
};
