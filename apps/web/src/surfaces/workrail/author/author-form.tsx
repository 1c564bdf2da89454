import type { CompileProblem } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { partsOf } from './form-edit.ts';
import { FormContext, TextPart } from './form-parts.tsx';
import { StepsFields } from './step-fields.tsx';

type Props = {
  /** The file: what the form shows is read from it, and every change is written into it. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly errors: readonly CompileProblem[];
};

/** The everyday parts of a workflow as fields. */
export const AuthorForm = ({ text, onText, errors }: Props) => {
  const { t } = useTranslation('workrail');
  const parts = partsOf(text);
  if (parts === undefined) return <Banner tone="draft" title={t('form.broken')} />;
  return (
    <FormContext value={{ text, onText, errors }}>
      <div className="flex flex-col gap-5">
        <div className="grid gap-4 @md:grid-cols-2">
          <TextPart label={t('form.name')} path={['name']} value={parts.name} />
          <TextPart label={t('form.id')} path={['id']} value={parts.id} isCode />
          <div className="@md:col-span-2">
            <TextPart label={t('form.description')} path={['description']} value={parts.description} rows={2} />
          </div>
        </div>
        <StepsFields list={['steps']} steps={parts.steps} />
      </div>
    </FormContext>
  );
};
