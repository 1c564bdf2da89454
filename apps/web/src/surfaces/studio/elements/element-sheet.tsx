import { type Element, elementKinds, type ProjectView } from '@atelier/contracts/studio';
import { materialText } from '@atelier/studio/view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import type { ProjectStore } from '../project-store.ts';
import type { Changes } from '../records/batch-ops.ts';
import { NumberInput, TextInput, TextPair } from '../records/inputs.tsx';
import { useLeaveUnsaved } from '../records/leave-unsaved.tsx';
import { Person } from '../records/person.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useAct } from '../use-project.ts';
import { approvalOf } from './approval.ts';
import { ApprovalBadge } from './approval-badge.tsx';
import { ColourFields } from './colour-fields.tsx';
import { afterSave, changedFields, changesBackTo, formOf, type Opened, possibleParents } from './element-form.ts';
import { PicturesField } from './pictures-field.tsx';

type Props = {
  readonly project: ProjectStore;
  readonly view: ProjectView;
  readonly element: Element;
  readonly edits: RecordEdits;
  readonly onClose: () => void;
};

const roles = ['included', 'optional', 'alternative'] as const;
const nowhere = 'none';

const openedOn = (element: Element, view: ProjectView): Opened => ({
  form: formOf(element),
  hash: view.hashes[element.id] ?? '',
});

/** Everything about one element. What is typed is written together, by Save; approving is a step of its own. */
export const ElementSheet = ({ project, view, element, edits, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const act = useAct(project);
  const [{ typed, opened }, setForm] = useState<{ readonly typed: Changes; readonly opened: Opened }>({
    typed: {},
    opened: openedOn(element, view),
  });
  const [isBusy, setIsBusy] = useState(false);
  const approval = approvalOf(view, element);
  const now = { ...(Object.keys(typed).length === 0 ? formOf(element) : opened.form), ...typed };
  const changes = changedFields(opened.form, { ...opened.form, ...typed });
  const isChanged = Object.keys(changes).length > 0;
  const canEdit = view.role !== 'viewer';
  const isMoved = isChanged && view.hashes[element.id] !== opened.hash;
  const set = (path: string, value: Changes[string]) => {
    setForm((known) => ({
      typed: { ...known.typed, [path]: value },
      // What is typed is held against the element as it stood when the first letter was typed.
      opened: Object.keys(known.typed).length === 0 ? openedOn(element, view) : known.opened,
    }));
  };
  const write = async (wanted: Changes, seen?: string) => {
    setIsBusy(true);
    const done = await edits.edit(
      [{ op: 'set', opId: 'sheet', entity: 'element', id: element.id, changes: { ...wanted } }],
      seen === undefined ? {} : { seen: { [element.id]: seen } },
    );
    setIsBusy(false);
    if (done === undefined) return false;
    const shownNow = project.state.get();
    const viewNow = shownNow.phase === 'ready' ? shownNow.view : view;
    const saved = openedOn(viewNow.elements.find(({ id }) => id === element.id) ?? element, viewNow);
    setForm((known) => afterSave({ typed, opened }, known.typed, saved));
    return true;
  };
  const leave = useLeaveUnsaved({ isChanged, onClose, save: () => write(changes, opened.hash) });
  const approve = async () => {
    setIsBusy(true);
    await act({
      type: 'approveElement',
      elementIds: [element.id],
      expectedSpecHashes: { [element.id]: view.specHashes[element.id] ?? '' },
    });
    setIsBusy(false);
  };
  const remove = async () => {
    const note = { he: 'הוסר ביד', en: 'Removed by hand' };
    const done = await edits.edit([{ op: 'tombstone', opId: 'gone', entity: 'element', id: element.id, note }]);
    if (done !== undefined) onClose();
  };
  const text = (path: string): string => String(now[path] ?? '');
  const number = (path: string): number | null => (typeof now[path] === 'number' ? (now[path] as number) : null);
  const pair = (path: string, label: string, long = false) => (
    <TextPair
      label={label}
      he={text(`${path}.he`)}
      en={text(`${path}.en`)}
      long={long}
      disabled={!canEdit}
      onChange={(lang, value) => set(`${path}.${lang}`, value)}
    />
  );
  const sections = view.sections.filter(({ tombstone }) => tombstone === null);
  return (
    <SideSheet
      open
      onOpenChange={leave.close}
      title={shown(element.name)}
      {...(canEdit
        ? {
            footer: (
              <>
                {isChanged && (
                  <Button onClick={() => setForm({ typed: {}, opened })} disabled={isBusy}>
                    {t('records.cancel')}
                  </Button>
                )}
                <Button
                  tone={isChanged ? 'primary' : 'neutral'}
                  disabled={!isChanged}
                  busy={isBusy && isChanged}
                  onClick={() => void write(changes, opened.hash)}
                >
                  {t('records.save')}
                </Button>
                {!isChanged && approval.state !== 'approved' && (
                  <Button tone="primary" busy={isBusy} onClick={() => void approve()}>
                    {approval.state === 'none' ? t('records.elements.approve') : t('records.elements.approveAgain')}
                  </Button>
                )}
              </>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <ApprovalBadge approval={approval} />
          {approval.state !== 'none' && (
            <span className="text-muted text-sm">
              <Person id={approval.snapshot.approvedBy} /> · {formatMoment(approval.snapshot.approvedAt, i18n.language)}
            </span>
          )}
        </div>
        {isMoved && <Banner tone="draft" title={t('records.elements.moved')} />}
        {approval.state === 'dirty' && canEdit && !isChanged && (
          <Banner
            tone="draft"
            title={t('records.elements.changedSince', { version: approval.snapshot.version })}
            action={
              <Button size="sm" onClick={() => void write(changesBackTo(element, approval.snapshot.spec))}>
                {t('records.elements.backTo', { version: approval.snapshot.version })}
              </Button>
            }
          />
        )}
        {pair('name', t('records.field.name'))}
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('records.field.kind')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('records.field.kind')}
                value={text('kind')}
                disabled={!canEdit}
                options={elementKinds.map((kind) => ({ value: kind as string, label: t(`records.kind.${kind}`) }))}
                onChange={(kind) => set('kind', kind)}
              />
            )}
          </Field>
          <NumberInput
            live
            label={t('records.field.qty')}
            value={number('qty')}
            disabled={!canEdit}
            onChange={(qty) => set('qty', qty)}
          />
        </div>
        <div className="grid grid-cols-3 gap-3">
          {(['widthMm', 'heightMm', 'depthMm'] as const).map((side) => (
            <NumberInput
              live
              key={side}
              label={t(`records.field.dims_${side}`)}
              hint={t('records.metres')}
              value={number(`dims.${side}`) === null ? null : (number(`dims.${side}`) ?? 0) / 1000}
              disabled={!canEdit}
              onChange={(metres) => set(`dims.${side}`, metres === null ? null : Math.round(metres * 1000))}
            />
          ))}
        </div>
        <ColourFields
          colours={(now.colors ?? []) as unknown as Element['colors']}
          onChange={(colours) => set('colors', colours as unknown as Changes[string])}
        />
        <PicturesField view={view} entity="element" record={element} edits={edits} />
        <TextInput
          live
          label={t('records.field.aliases')}
          hint={t('records.elements.aliasesHint')}
          value={((now.aliases ?? []) as readonly string[]).join(', ')}
          disabled={!canEdit}
          onChange={(value) => set('aliases', listOf(value))}
        />
        <TextInput
          live
          label={t('records.field.materials')}
          hint={t('records.elements.byCommas')}
          value={((now.materials ?? []) as readonly string[])
            .map((each) => materialText(each, langOfUi(i18n.language)))
            .join(', ')}
          disabled={!canEdit}
          onChange={(value) => set('materials', listOf(value))}
        />
        {pair('finish', t('records.field.finish'))}
        {pair('mounting', t('records.field.mounting'))}
        {pair('location', t('records.field.location'))}
        {pair('clientText', t('records.field.clientText'), true)}
        {pair('notes', t('records.field.notes'), true)}
        {view.project.projectStage === 'solutioning' && (
          <>
            {pair('build.method', t('records.field.build_method'))}
            {pair('build.structure', t('records.field.build_structure'))}
            <TextInput
              live
              label={t('path.build_joints')}
              hint={t('records.elements.byCommas')}
              value={((now['build.joints'] ?? []) as readonly string[]).join(', ')}
              disabled={!canEdit}
              onChange={(value) => set('build.joints', listOf(value).length === 0 ? null : listOf(value))}
            />
            <div className="grid grid-cols-3 gap-3">
              {(['splitParts', 'weightG', 'powerW'] as const).map((what) => (
                <NumberInput
                  live
                  key={what}
                  label={t(`records.field.build_${what}`)}
                  value={number(`build.${what}`)}
                  disabled={!canEdit}
                  onChange={(value) => set(`build.${what}`, value)}
                />
              ))}
            </div>
          </>
        )}
        <Field label={t('records.field.quoteRole')} hint={t('records.elements.roleHint')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('records.field.quoteRole')}
              value={text('quoteRole')}
              disabled={!canEdit}
              options={roles.map((role) => ({ value: role as string, label: t(`records.role.${role}`) }))}
              onChange={(role) => set('quoteRole', role)}
            />
          )}
        </Field>
        {now.quoteRole === 'alternative' && (
          <TextInput
            live
            label={t('records.field.alternativeGroup')}
            hint={t('records.elements.groupHint')}
            value={text('alternativeGroup')}
            disabled={!canEdit}
            onChange={(value) => set('alternativeGroup', value)}
          />
        )}
        <Field label={t('path.parentId')} hint={t('records.elements.parentHint')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('path.parentId')}
              value={text('parentId') || nowhere}
              disabled={!canEdit}
              options={[
                { value: nowhere, label: t('records.elements.noParent') },
                ...possibleParents(view.elements, element.id).map((each) => ({
                  value: each.id as string,
                  label: shown(each.name),
                })),
              ]}
              onChange={(value) => set('parentId', value === nowhere ? null : value)}
            />
          )}
        </Field>
        <TextInput
          live
          label={t('path.tags')}
          hint={t('records.elements.byCommas')}
          value={((now.tags ?? []) as readonly string[]).join(', ')}
          disabled={!canEdit}
          onChange={(value) => set('tags', listOf(value))}
        />
        <Field label={t('records.field.sectionId')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('records.field.sectionId')}
              value={text('sectionId') || nowhere}
              disabled={!canEdit}
              options={[
                { value: nowhere, label: t('records.noSection') },
                ...sections.map((each) => ({ value: each.id as string, label: shown(each.title) })),
              ]}
              onChange={(value) => set('sectionId', value === nowhere ? null : value)}
            />
          )}
        </Field>
        <Checkbox
          label={t('records.field.clientVisible')}
          checked={now.clientVisible === true}
          disabled={!canEdit}
          onChange={(value) => set('clientVisible', value)}
        />
        <Checkbox
          label={t('records.field.costHandledElsewhere')}
          checked={now.costHandledElsewhere === true}
          disabled={!canEdit}
          onChange={(value) => set('costHandledElsewhere', value)}
        />
        {canEdit && (
          <div className="border-line border-t pt-4">
            <Button tone="danger" size="sm" onClick={() => void remove()}>
              {t('records.elements.remove')}
            </Button>
            <p className="mt-1.5 text-muted text-sm">{t('records.elements.removeHint')}</p>
          </div>
        )}
      </div>
      {leave.question}
    </SideSheet>
  );
};

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];
