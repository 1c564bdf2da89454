import { Check, CircleDashed, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';

export type StepState = 'done' | 'current' | 'waiting' | 'failed';
export type Step = {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  readonly detail?: ReactNode;
};

const lookByState = {
  done: { icon: Check, className: 'border-published bg-published-soft text-published-text' },
  current: { icon: LoaderCircle, className: 'border-accent bg-accent-soft text-accent-text' },
  waiting: { icon: CircleDashed, className: 'border-line-strong bg-raised text-faint' },
  failed: { icon: TriangleAlert, className: 'border-danger bg-danger-soft text-danger-text' },
} as const;

/** Where a piece of work stands, step by step. */
export const StepList = ({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) => {
  const { t } = useTranslation('parts');
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map(({ id, title, state, detail }, index) => {
        const { icon: Icon, className } = lookByState[state];
        return (
          <li
            key={id}
            aria-current={state === 'current' ? 'step' : undefined}
            className="relative flex gap-3 pb-4 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="absolute start-[11px] top-6 bottom-0 w-px bg-line-strong" />
            )}
            <span
              className={classNames(
                'z-[1] flex size-6 shrink-0 items-center justify-center rounded-full border',
                className,
              )}
            >
              <Icon size={13} aria-hidden="true" />
            </span>
            <div className="min-w-0 pt-0.5">
              <p className={state === 'waiting' ? 'text-muted' : 'font-medium'}>
                {title}
                <span className="sr-only">, {t(`step.${state}`)}</span>
              </p>
              {detail !== undefined && <div className="text-muted text-sm">{detail}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
};
