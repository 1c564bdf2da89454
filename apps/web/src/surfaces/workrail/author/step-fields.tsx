import { ArrowDown, ArrowUp, ChevronRight, Plus, Repeat, Trash2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { isParts, type Parts, type Path, withoutStep, withStep, withStepMoved } from './form-edit.ts';
import { FormContext, LinesPart, NumberPart, SwitchPart, TextPart } from './form-parts.tsx';

type StepsProps = { readonly list: Path; readonly steps: unknown };

/** The steps of a workflow, or of a loop, which are steps again. */
export const StepsFields = ({ list, steps }: StepsProps) => {
  const { t } = useTranslation('workrail');
  const form = useContext(FormContext);
  const all = Array.isArray(steps) ? (steps as readonly unknown[]) : [];
  return (
    <section aria-label={t('form.steps')} className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {all.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step's id is one of the fields that change here
          <li key={at} className="rounded-md border border-line bg-raised px-4 py-3 shadow-low">
            <StepItem list={list} at={at} count={all.length} step={isParts(step) ? step : {}} />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        className="self-start"
        icon={<Plus size={14} />}
        onClick={() => form?.onText(withStep(form.text, list, all.length, t('form.newStep')))}
      >
        {t('form.addStep')}
      </Button>
    </section>
  );
};

/** Of many, each is opened by its name: five hundred open ones would be slow to type in, and to find one's way in. */
const openAtFirst = 6;

const StepItem = (props: ItemProps) => {
  const [isOpen, setOpen] = useState(props.count <= openAtFirst);
  return (
    <>
      <StepHead {...props} isOpen={isOpen} onOpen={setOpen} />
      {isOpen && <StepBody path={[...props.list, props.at]} step={props.step} />}
    </>
  );
};

type ItemProps = { readonly list: Path; readonly at: number; readonly count: number; readonly step: Parts };

type HeadProps = ItemProps & { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void };

const StepHead = ({ list, at, count, step, isOpen, onOpen }: HeadProps) => {
  const { t } = useTranslation('workrail');
  const form = useContext(FormContext);
  const name = String(step.title ?? step.templateId ?? step.loopId ?? step.id ?? '');
  const write = (next: (text: string) => string) => form?.onText(next(form.text));
  return (
    <div className={classNames('flex items-center gap-1', isOpen && 'mb-2')}>
      <h3 className="min-w-0 flex-1 font-medium text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="flex w-full min-w-0 items-center gap-2 rounded-sm text-start"
        >
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={classNames('shrink-0 text-faint', isOpen ? 'rotate-90' : 'mirror-rtl')}
          />
          {step.type === 'loop' && <Repeat size={14} aria-hidden="true" className="shrink-0 text-faint" />}
          <span className="shrink-0 text-faint tabular-nums">{at + 1}</span>
          <bdi className="truncate">{name}</bdi>
        </button>
      </h3>
      <IconButton
        label={t('form.up', { name })}
        icon={<ArrowUp size={14} />}
        disabled={at === 0}
        onClick={() => write((text) => withStepMoved(text, list, at, at - 1))}
      />
      <IconButton
        label={t('form.down', { name })}
        icon={<ArrowDown size={14} />}
        disabled={at === count - 1}
        onClick={() => write((text) => withStepMoved(text, list, at, at + 1))}
      />
      <IconButton
        label={t('form.remove', { name })}
        icon={<Trash2 size={14} />}
        disabled={count === 1}
        onClick={() => write((text) => withoutStep(text, list, at))}
      />
    </div>
  );
};

type BodyProps = { readonly path: Path; readonly step: Parts };

const StepBody = ({ path, step }: BodyProps) => {
  const { t } = useTranslation('workrail');
  if (step.type === 'template_call') return <p className="text-muted text-sm">{t('form.inJson')}</p>;
  if (step.type === 'loop')
    return (
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 @md:grid-cols-2">
          <TextPart label={t('form.stepTitle')} path={[...path, 'title']} value={step.title} />
          <NumberPart label={t('form.passes')} path={[...path, 'maxIterations']} value={step.maxIterations} />
        </div>
        <StepsFields list={[...path, 'body']} steps={step.body} />
      </div>
    );
  const blocks = isParts(step.promptBlocks) ? step.promptBlocks : undefined;
  const output = isParts(step.output) ? step.output : {};
  return (
    <div className="flex flex-col gap-3">
      <TextPart label={t('form.stepTitle')} path={[...path, 'title']} value={step.title} />
      {blocks === undefined ? (
        <TextPart label={t('form.prompt')} path={[...path, 'prompt']} value={step.prompt} rows={4} />
      ) : (
        <BlockFields path={[...path, 'promptBlocks']} blocks={blocks} />
      )}
      {typeof step.requireConfirmation !== 'object' && (
        <SwitchPart
          label={t('form.confirms')}
          path={[...path, 'requireConfirmation']}
          value={step.requireConfirmation}
        />
      )}
      <SwitchPart label={t('form.notes')} path={[...path, 'output', 'notesRequired']} value={output.notesRequired} />
      <Disclosure title={t('form.more')}>
        <TextPart label={t('form.stepId')} path={[...path, 'id']} value={step.id} isCode />
      </Disclosure>
    </div>
  );
};

const listParts = ['procedure', 'constraints', 'verify'] as const;

/** Parts that mix text with built-in references are written in JSON. */
const BlockFields = ({ path, blocks }: { readonly path: Path; readonly blocks: Parts }) => {
  const { t } = useTranslation('workrail');
  const isPlain = (value: unknown) =>
    value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
  return (
    <>
      {(blocks.goal === undefined || typeof blocks.goal === 'string') && (
        <TextPart label={t('form.goal')} path={[...path, 'goal']} value={blocks.goal} rows={2} />
      )}
      {listParts
        .filter((part) => isPlain(blocks[part]))
        .map((part) => (
          <LinesPart key={part} label={t(`form.${part}`)} path={[...path, part]} value={blocks[part]} />
        ))}
    </>
  );
};
