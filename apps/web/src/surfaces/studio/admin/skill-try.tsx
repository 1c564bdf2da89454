import type { SkillTrial } from '@atelier/contracts/studio';
import { entityNames } from '@atelier/studio/view';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { Shown, useShownText } from '../shown-text.tsx';
import { useWorkspace } from '../use-workspace.ts';

type Props = { readonly skillId: string; readonly prompt: string };

/** What the skill would answer with this wording, before anybody saves it. */
export const SkillTry = ({ skillId, prompt }: Props) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const shown = useShownText();
  const refusalText = useRefusalText('studio');
  const { workspace } = useWorkspace();
  const projects = (workspace?.projects ?? []).filter(({ isArchived }) => !isArchived);
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [trial, setTrial] = useState<SkillTrial>();
  const [refusal, setRefusal] = useState<string>();
  // A skill is tried on the demo project unless somebody picks another.
  const projectId = chosen ?? (projects.find(({ isDemo }) => isDemo === true) ?? projects[0])?.projectId;
  if (workspace !== undefined && projectId === undefined)
    return <p className="text-muted">{t('admin.tryNoProject')}</p>;
  const run = async () => {
    if (projectId === undefined) return;
    setBusy(true);
    const reply = await commands.StudioSkillTry({ projectId, skillId, text, promptOverride: prompt });
    setBusy(false);
    setTrial(reply.ok ? reply.value.trial : undefined);
    setRefusal(reply.ok ? undefined : refusalText(reply.error));
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">{t('admin.tryDetail')}</p>
      <Field label={t('admin.tryProject')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('admin.tryProject')}
            value={projectId ?? ''}
            options={projects.map((card) => ({ value: card.projectId, label: shown(card.title) }))}
            onChange={setChosen}
          />
        )}
      </Field>
      <TextArea
        label={t('admin.tryText')}
        hint={t('admin.tryHint')}
        rows={2}
        maxLength={8_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button busy={isBusy} disabled={text.trim() === ''} onClick={() => void run()}>
          {t(trial === undefined ? 'admin.tryRun' : 'admin.tryAgain')}
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-3">
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        {trial !== undefined && <Answer trial={trial} />}
      </div>
    </div>
  );
};

const Answer = ({ trial }: { readonly trial: SkillTrial }) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const { modelName } = useNames();
  const { text, cards, questions, diff, issues, modelId, tokensIn, tokensOut, costMicros } = trial;
  const ops = diff.flatMap((group) => group.ops);
  const isSilent = text === '' && cards.length + questions.length + ops.length === 0;
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line bg-raised p-3">
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        <span>{t('admin.answeredBy', { name: modelId === null ? t('admin.rules') : modelName(modelId, []) })}</span>
        <bdi dir="ltr">{Math.round(trial.ms)} ms</bdi>
        {tokensIn !== null && <span>{t('admin.tokens', { tokensIn, tokensOut })}</span>}
        {costMicros !== null && <bdi dir="ltr">${(costMicros / 1_000_000).toFixed(4)}</bdi>}
      </p>
      {isSilent && <p className="text-muted">{t('admin.saidNothing')}</p>}
      {text !== '' && (
        <p dir="auto" className="whitespace-pre-wrap">
          {text}
        </p>
      )}
      {cards.length > 0 && (
        <ul className="list-disc ps-5">
          {cards.map((card) => (
            <li key={shown(card.title)}>
              <Shown text={card.title} className="font-medium" /> {card.text !== null && <Shown text={card.text} />}
            </li>
          ))}
        </ul>
      )}
      {questions.length > 0 && (
        <Part title={t('admin.wouldAsk')}>
          {questions.map((question) => (
            <li key={shown(question)}>
              <Shown text={question} />
            </li>
          ))}
        </Part>
      )}
      {ops.length > 0 && (
        <Part title={t('admin.wouldChange', { count: ops.length })}>
          {ops.map((op) => (
            <li key={op.opId}>
              <Shown text={op.label} className="font-medium" />{' '}
              <span className="text-muted">
                {t(`op.${op.op}`, { what: shown(entityNames[op.entity as keyof typeof entityNames]) })}
              </span>
            </li>
          ))}
        </Part>
      )}
      {issues.length > 0 && (
        <Part title={t('admin.found')}>
          {issues.map((issue) => (
            <li key={`${issue.code} ${issue.opId ?? ''} ${shown(issue.message)}`}>
              <bdi dir="ltr" className="text-faint">
                {issue.code}
              </bdi>{' '}
              <Shown text={issue.message} />
            </li>
          ))}
        </Part>
      )}
    </section>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <h3 className="font-medium text-sm">{title}</h3>
    <ul className="list-disc ps-5 text-sm">{children}</ul>
  </div>
);
