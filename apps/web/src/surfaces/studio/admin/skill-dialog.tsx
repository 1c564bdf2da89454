import type { SkillCard } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { TextDiff } from '../../../code/text-diff.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { langOfUi } from '../shown-text.tsx';
import { SkillHistory } from './skill-history.tsx';
import { SkillTry } from './skill-try.tsx';

type Props = {
  readonly skill: SkillCard;
  readonly onClose: () => void;
  /** Something was saved: what the page knows of the skill is old. */
  readonly onChanged: () => void;
};

/** One skill: its wording, how that differs from the built-in one, who changed it, and what it would answer. */
export const SkillDialog = ({ skill, onClose, onChanged }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [prompt, setPrompt] = useState(skill.promptOverride ?? '');
  const [notes, setNotes] = useState(skill.override?.notes ?? '');
  const [isEnabled, setEnabled] = useState(skill.isEnabled);
  const { skillId } = skill;
  const builtIn = skill.prompt[langOfUi(i18n.language)];
  const save = async () => {
    const { promptOverride: _prompt, notes: _notes, ...others } = skill.override ?? { skillId, isEnabled };
    const override = {
      ...others,
      isEnabled,
      ...(prompt.trim() === '' ? {} : { promptOverride: prompt }),
      ...(notes.trim() === '' ? {} : { notes }),
    };
    if (await send(commands.StudioSkillOverride({ requestId: crypto.randomUUID(), override }))) onChanged();
  };
  const revert = async () => {
    if (await send(commands.StudioSkillRevert({ requestId: crypto.randomUUID(), skillId }))) onChanged();
  };
  const wording = (
    <div className="flex flex-col gap-4">
      <Switch label={t('admin.enabled')} checked={isEnabled} onChange={setEnabled} />
      <TextArea
        label={t('admin.prompt')}
        hint={t('admin.promptHint')}
        maxLength={16_384}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <TextArea
        label={t('admin.notes')}
        hint={t('admin.notesHint')}
        rows={2}
        maxLength={2_000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <details>
        <summary className="cursor-pointer text-muted">{t('admin.defaultPrompt')}</summary>
        <pre dir="auto" className="mt-2 whitespace-pre-wrap rounded-md bg-sunken p-3 font-sans text-sm">
          {builtIn}
        </pre>
      </details>
    </div>
  );
  const compare =
    prompt.trim() === '' ? (
      <p className="text-muted">{t('admin.nothingToCompare')}</p>
    ) : (
      <div className="flex h-80 flex-col overflow-hidden rounded-md border border-line">
        <TextDiff
          label={t('admin.compareLabel')}
          before={builtIn}
          after={prompt}
          whileLoading={<SkeletonLines lines={6} />}
        />
      </div>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={<bdi dir="ltr">{skillId}</bdi>}
      description={t('admin.overrideDetail')}
      footer={
        <>
          {skill.override !== null && (
            <Button tone="quiet" onClick={() => void revert()}>
              {t('admin.revert')}
            </Button>
          )}
          <Button tone="primary" onClick={() => void save()}>
            {t('workspace.save')}
          </Button>
        </>
      }
    >
      <div className="pb-2">
        <Tabs
          label={t('admin.tabs.label')}
          tabs={[
            { id: 'wording', label: t('admin.tabs.wording'), content: wording },
            { id: 'compare', label: t('admin.tabs.compare'), content: compare },
            {
              id: 'history',
              label: t('admin.tabs.history'),
              content: <SkillHistory skill={skill} onRestored={onChanged} />,
            },
            { id: 'try', label: t('admin.tabs.try'), content: <SkillTry skillId={skillId} prompt={prompt} /> },
          ]}
        />
      </div>
    </Dialog>
  );
};
