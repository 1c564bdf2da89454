import type { OpDiff, ProjectView } from '@atelier/contracts/studio';
import { entityNames, fieldPlace } from '@atelier/studio/view';
import { Link2, Link2Off, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Money } from '../money.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { EditColours, EditPricing } from './edit-together.tsx';
import { FieldName, FieldValue } from './field-value.tsx';
import { Arrow } from './impact-strip.tsx';
import { IssueLine } from './issue-list.tsx';
import { fromTyped, isEditable, isEditedTogether, type Json, kindOf, langOfPath, toType } from './value-kind.ts';

const icons = {
  create: Plus,
  set: Pencil,
  addRef: Link2,
  removeRef: Link2Off,
  tombstone: Trash2,
  restore: RotateCcw,
} as const;

type Props = {
  readonly op: OpDiff;
  readonly view: ProjectView;
  readonly evidence: string | undefined;
  readonly isIncluded: boolean;
  readonly isCurrent: boolean;
  readonly isEditing: boolean;
  readonly does: OpRowDeeds;
};

/** The same object for every row and every drawing: a row is drawn again only when something in it changed. */
export type OpRowDeeds = {
  readonly focus: (opId: string) => void;
  readonly include: (opId: string, include: boolean) => void;
  readonly editing: (opId: string, on: boolean) => void;
  readonly value: (opId: string, path: string, value: Json) => void;
};

/** Where things stand in a list is not news. */
const quiet = new Set(['sortKey']);

/** A new thing is told by what it has. */
const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What a thing is called comes first, and first of all in the language of the screen. */
const rankOf = (path: string, language: string): number =>
  !/^(name|title|label)\./.test(path) ? 2 : langOfPath(path) === langOfUi(language) ? 0 : 1;

/** One change: what it does, from what to what, why, and what the rules say. */
export const OpRow = memo((props: Props) => {
  const { op, view, evidence, isIncluded, isCurrent, isEditing, does } = props;
  const { opId } = op;
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const Icon = icons[op.op];
  const fields = op.fields
    .filter(({ path, to }) => !quiet.has(path) && (op.op !== 'create' || !isEmpty(to)))
    .toSorted(
      (a, b) =>
        rankOf(a.path, i18n.language) - rankOf(b.path, i18n.language) || fieldPlace(a.path) - fieldPlace(b.path),
    );
  const canEdit = (op.op === 'create' || op.op === 'set') && fields.some(({ path }) => isEditable(path));
  const what = shown(entityNames[op.entity as keyof typeof entityNames]);
  return (
    <li
      data-op={op.opId}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) does.focus(opId);
      }}
      className={classNames(
        'flex flex-col gap-1.5 px-3 py-2.5 outline-offset-[-2px] [content-visibility:auto] [contain-intrinsic-size:auto_80px]',
        !isIncluded && 'bg-sunken',
      )}
    >
      <div className="flex items-start gap-2">
        <span className={classNames('min-w-0 flex-1', !isIncluded && 'text-muted line-through decoration-line-strong')}>
          <Checkbox label={shown(op.label)} checked={isIncluded} onChange={(include) => does.include(opId, include)} />
        </span>
        <span className="inline-flex shrink-0 items-center gap-1 text-muted text-xs">
          <Icon size={13} aria-hidden="true" />
          {t(`op.${op.op}`, { what })}
        </span>
        {view.canSeeCosts && op.costDeltaMinor !== 0 && (
          <Money
            minor={op.costDeltaMinor}
            currency={view.project.currency}
            signed
            className="shrink-0 text-sm tabular-nums"
          />
        )}
        {canEdit && (
          <IconButton
            label={t('draft.editOp', { name: shown(op.label) })}
            icon={<Pencil size={13} />}
            className="-my-1 size-7"
            aria-pressed={isEditing}
            onClick={() => does.editing(opId, !isEditing)}
          />
        )}
      </div>
      {fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-0.5 ps-7 text-sm">
          {fields.map(({ path, from, to }) => (
            <div key={path} className="contents">
              <dt className="text-muted">
                <FieldName path={path} />
              </dt>
              {/* What is edited together needs the width of the row; beside its name it would be squeezed on a phone. */}
              <dd className={classNames('min-w-0', isEditing && isEditedTogether(path) && 'col-span-full')}>
                {isEditing && isEditable(path) ? (
                  <EditValue
                    path={path}
                    value={to}
                    onDone={(value) => {
                      if (value !== undefined) does.value(opId, path, value);
                      does.editing(opId, false);
                    }}
                  />
                ) : op.op === 'create' ? (
                  <FieldValue path={path} value={to} view={view} />
                ) : (
                  <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
                    <del className="text-muted decoration-danger/60">
                      <FieldValue path={path} value={from} view={view} />
                    </del>
                    <Arrow />
                    <ins className="no-underline">
                      <FieldValue path={path} value={to} view={view} />
                    </ins>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="ps-7 text-muted text-sm">
        <Shown text={op.reason} />
        {evidence !== undefined && evidence !== '' && (
          <>
            {' '}
            <q dir="auto" className="text-faint">
              {evidence.length > 120 ? `${evidence.slice(0, 120)}…` : evidence}
            </q>
          </>
        )}
      </p>
      {op.issues.length > 0 && (
        <ul className="flex flex-col gap-1 ps-7">
          {op.issues.map((issue) => (
            <li key={issue.code}>
              <IssueLine issue={issue} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

/** A change that is out of sight for now: its name, until there is time to draw the rest. */
export const SlimRow = ({ opId, label }: { readonly opId: string; readonly label: string }) => (
  <li
    data-op={opId}
    tabIndex={-1}
    className="px-3 py-2.5 ps-10 [contain-intrinsic-size:auto_80px] [content-visibility:auto]"
  >
    {label}
  </li>
);

type EditProps = {
  readonly path: string;
  readonly value: Json;
  /** Undefined: leave it as it was. */
  readonly onDone: (value: Json | undefined) => void;
};

const EditValue = ({ path, value, onDone }: EditProps) => {
  const kind = kindOf(path);
  if (kind === 'colours') return <EditColours value={value} onDone={onDone} />;
  if (kind === 'pricing') return <EditPricing value={value} onDone={onDone} />;
  return <EditText path={path} value={value} onDone={onDone} />;
};

const EditText = ({ path, value, onDone }: EditProps) => {
  const { t } = useTranslation('studio');
  const [typed, setTyped] = useState(() => toType(path, value));
  const read = fromTyped(path, typed);
  const finish = () => {
    if (read === undefined) return;
    onDone(typed === toType(path, value) ? undefined : read);
  };
  return (
    <span className="flex flex-col gap-0.5 py-0.5">
      <input
        ref={(input) => {
          if (
            input !== null &&
            input.closest('li')?.querySelector('input[data-edit]') === input &&
            !input.dataset.seen
          ) {
            input.dataset.seen = 'yes';
            input.focus();
            input.select();
          }
        }}
        data-edit=""
        dir="auto"
        aria-label={t('draft.newValue')}
        aria-invalid={read === undefined || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish();
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone(undefined);
          }
        }}
        onBlur={() => {
          if (read !== undefined && typed !== toType(path, value)) onDone(read);
        }}
        className={`${inputClass} h-7 max-w-72`}
      />
      {read === undefined && <span className="text-danger-text text-xs">{t('draft.notAValue')}</span>}
    </span>
  );
};
