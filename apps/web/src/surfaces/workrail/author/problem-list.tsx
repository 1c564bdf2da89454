import type { CompileProblem } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly problems: readonly CompileProblem[];
  /** Goes to the place in the file; absent where no file is open. */
  readonly onShow?: (pointer: string) => void;
};

export const ProblemList = ({ problems, onShow }: Props) => {
  const { t } = useTranslation('workrail');
  return (
    <ul className="flex flex-col gap-2">
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems can say the same of the same place
        <li key={`${at} ${problem.code} ${problem.pointer}`} className="text-sm">
          {onShow === undefined ? (
            <bdi className="font-mono text-faint text-xs">{problem.pointer === '' ? '/' : problem.pointer}</bdi>
          ) : (
            <button
              type="button"
              onClick={() => onShow(problem.pointer)}
              className="rounded-sm font-mono text-accent-text text-xs underline-offset-2 hover:underline"
            >
              <span className="sr-only">{t('author.show')} </span>
              <bdi>{problem.pointer === '' ? '/' : problem.pointer}</bdi>
            </button>
          )}
          <span className="block text-text" dir="auto">
            {problem.message}
          </span>
          {problem.fix !== undefined && (
            <span className="block text-muted" dir="auto">
              {problem.fix}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
