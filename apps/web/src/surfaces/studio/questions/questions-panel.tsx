import type { Issue, Question } from '@atelier/contracts/studio';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { nameOf } from '../draft/field-value.tsx';
import type { PanelProps } from '../panels.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { AnswerField } from './answer-field.tsx';
import { AnsweredDays } from './answered-days.tsx';
import { useAnswers } from './use-answers.ts';

/** What the agent would like to know. Answers are stored as they are typed, and become facts when they are saved. */
const QuestionsPanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const answers = useAnswers(project);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [busy, setBusy] = useState<'save' | 'next'>();
  const shown = useShownText();
  const { questions, progress, settings } = view.session;
  const qids = questions.map(({ qid }) => qid);
  const pending = answers.pending(qids);
  const hasPending = Object.keys(pending).length > 0;

  const save = async () => {
    setBusy('save');
    answers.hold(Object.keys(pending));
    const done = await act({ type: 'saveAnswers', answers: pending });
    setBusy(undefined);
    if (done === undefined) return;
    setIssues(done.warnings);
    const wrong = new Set(done.warnings.flatMap(({ refs }) => refs ?? []));
    if (done.outcome === 'done') answers.settle(Object.keys(pending).filter((qid) => !wrong.has(qid)));
  };
  const next = async () => {
    setBusy('next');
    const done = await act({ type: 'generateQuestions', pendingAnswers: pending });
    setBusy(undefined);
    if (done !== undefined) setIssues(done.warnings.filter(({ code }) => code === 'ANSWER_INVALID'));
  };
  const skip = (question: Question) => {
    answers.settle([question.qid]);
    void act({ type: 'saveAnswerDraft', answers: { [question.qid]: null }, skip: [question.qid] });
  };
  const isViewer = view.role === 'viewer';
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4">
      <header className="flex flex-col gap-2">
        <h2 className="font-semibold text-lg">{t('questions.title')}</h2>
        <p className="text-muted">{t('questions.detail')}</p>
        {progress.required > 0 && (
          <>
            <p className="text-sm">
              {t('questions.progress', { answered: progress.answered, required: progress.required })}
            </p>
            <Progress
              label={t('questions.progress', { answered: progress.answered, required: progress.required })}
              done={progress.answered}
              total={progress.required}
            />
          </>
        )}
        <AnsweredDays project={project} />
      </header>
      {questions.length === 0 ? (
        <EmptyState icon={<ListChecks size={18} />} title={t('questions.none')}>
          {t('questions.noneDetail')}
        </EmptyState>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <ol className="flex flex-col gap-4">
            {questions.map((question) => {
              const problem = issues.find(({ refs }) => refs?.includes(question.qid))?.message;
              return (
                <li key={question.qid} className="rounded-md border border-line bg-raised p-3.5">
                  {question.scope !== 'project' && (
                    <p className="mb-1 text-muted text-xs">
                      <Shown text={nameOf(view, question.scope)} />
                    </p>
                  )}
                  <AnswerField
                    question={question}
                    view={view}
                    value={answers.valueOf(question.qid)}
                    problem={problem === undefined ? undefined : shown(problem)}
                    disabled={isViewer}
                    onChange={(value) => answers.set(question.qid, value)}
                  />
                  {!isViewer && (
                    <div className="mt-2 flex justify-end">
                      <Button size="sm" tone="quiet" onClick={() => skip(question)}>
                        {t('questions.skip')}
                      </Button>
                    </div>
                  )}
                </li>
              );
            })}
          </ol>
          {!isViewer && (
            <footer className="flex flex-wrap items-center gap-2">
              <Button type="submit" tone="primary" busy={busy === 'save'} disabled={!hasPending}>
                {t('questions.save')}
              </Button>
              <Button busy={busy === 'next'} onClick={() => void next()}>
                {t('questions.next')}
              </Button>
              <Button
                tone="quiet"
                aria-pressed={settings.continueAnyway}
                onClick={() =>
                  void act({ type: 'saveAnswerDraft', answers: {}, continueAnyway: !settings.continueAnyway })
                }
              >
                {t(settings.continueAnyway ? 'questions.askAgain' : 'questions.continueAnyway')}
              </Button>
            </footer>
          )}
        </form>
      )}
      {settings.skippedQids.length > 0 && !isViewer && (
        <Button
          size="sm"
          tone="quiet"
          className="self-start"
          onClick={() => void act({ type: 'saveAnswerDraft', answers: {}, unskip: settings.skippedQids.slice(0, 50) })}
        >
          {t('questions.unskip', { count: settings.skippedQids.length })}
        </Button>
      )}
    </div>
  );
};

export default QuestionsPanel;
