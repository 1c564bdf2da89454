import type { OpDiff, ProjectView } from '@atelier/contracts/studio';
import { entityNames } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import { Shown, useShownText } from '../shown-text.tsx';
import { FieldName, FieldValue } from './field-value.tsx';
import { Arrow } from './impact-strip.tsx';

/** One change to be read: what it does, and from what to what. */
export const ReadOp = ({ op, view }: { readonly op: OpDiff; readonly view: ProjectView }) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const what = shown(entityNames[op.entity as keyof typeof entityNames]);
  return (
    <li className="flex flex-col gap-0.5 py-1.5 text-sm">
      <span>
        <Shown text={op.label} className="font-medium" />{' '}
        <span className="text-muted">{t(`op.${op.op}`, { what })}</span>
      </span>
      {op.op === 'set' && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3">
          {op.fields.map(({ path, from, to }) => (
            <div key={path} className="contents">
              <dt className="text-muted">
                <FieldName path={path} />
              </dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
                <del className="text-muted">
                  <FieldValue path={path} value={from} view={view} />
                </del>
                <Arrow />
                <FieldValue path={path} value={to} view={view} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
};
