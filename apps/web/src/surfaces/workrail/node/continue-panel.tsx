import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { CopyButton } from '../parts/copy-button.tsx';

type Props = {
  readonly sessionId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly stateToken: string;
  /** The run is complete here: there is nothing to go on with. */
  readonly isFinished: boolean;
  /** The node that is chosen is still on its way. */
  readonly isOfAnother: boolean;
};

/** Any chat can take the run up at this node: a text to paste there, or its token alone. */
export const ContinuePanel = ({ sessionId, runId, nodeId, stateToken, isFinished, isOfAnother }: Props) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const { data } = useQuery({
    queryKey: ['rails', sessionId, 'RunContinueHere', runId, nodeId],
    queryFn: () => commands.RunContinueHere({ sessionId, runId, nodeId }),
    enabled: !isFinished,
  });
  const here = data?.ok ? data.value : undefined;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3.5 py-2.5">
      <Play size={15} aria-hidden="true" className="mirror-rtl shrink-0 text-faint" />
      <p className="min-w-0 flex-1 basis-48 text-muted text-sm">
        {t(isFinished ? 'node.readDetail' : here?.isTip === false ? 'node.continueBranch' : 'node.continueDetail')}
      </p>
      <div className="flex flex-wrap gap-2">
        {here && <CopyButton text={here.prompt} label={t('node.copyPrompt')} disabled={isOfAnother} />}
        <CopyButton text={stateToken} label={t('node.copyToken')} disabled={isOfAnother} />
      </div>
    </div>
  );
};
