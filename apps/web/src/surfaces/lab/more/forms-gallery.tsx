import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { toasts, toastWithUndo } from '../../../ui/toast-store.ts';
import { DateField, MoneyField, PercentField } from '../../../ui/typed/typed-field.tsx';

const cities = [
  'Haifa',
  'Jerusalem',
  'Tel Aviv',
  'Beer Sheva',
  'Eilat',
  'Nazareth',
  'חולון',
  'רמת גן',
  'נתניה',
  'אשדוד',
];

export const FormsGallery = () => {
  const { t } = useTranslation('lab');
  const [checked, setChecked] = useState(true);
  const [city, setCity] = useState<string>();
  const [money, setMoney] = useState<number | null>(3_561_000);
  const [percent, setPercent] = useState<number | null>(17.5);
  const [day, setDay] = useState<string | null>('2026-11-16');
  const [name, setName] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={t('more.forms')} description={t('more.formsDetail')}>
      <div className="grid gap-x-8 gap-y-5 @2xl:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Checkbox label={t('more.checkbox')} hint={t('more.checkboxHint')} checked={checked} onChange={setChecked} />
          <Checkbox label={t('more.mixed')} checked="mixed" onChange={setChecked} />
          <p className="font-semibold text-lg">
            <InlineEdit label={t('more.name')} value={name ?? t('more.nameValue')} onSave={setName} />
          </p>
        </div>
        <Combobox
          label={t('more.city')}
          hint={t('more.cityHint')}
          value={city}
          onChange={setCity}
          options={cities.map((each) => ({ value: each, label: each }))}
        />
        <MoneyField label={t('more.money')} currency="ILS" value={money} onChange={setMoney} />
        <PercentField label={t('more.percent')} value={percent} onChange={setPercent} />
        <DateField label={t('more.date')} value={day} onChange={setDay} />
        <div className="flex flex-wrap items-end gap-2">
          <Button onClick={() => setOpen(true)}>{t('more.sheetOpen')}</Button>
          <Button
            onClick={() => toastWithUndo(t('more.deleted'), { label: t('more.undoLabel'), run: () => setOpen(true) })}
          >
            {t('more.undo')}
          </Button>
          <Button onClick={() => toasts.show({ tone: 'danger', title: t('more.repeated') })}>{t('more.repeat')}</Button>
        </div>
      </div>
      <SideSheet open={isOpen} onOpenChange={setOpen} title={t('more.sheetTitle')}>
        <p className="text-muted">{t('more.sheetText')}</p>
      </SideSheet>
    </Panel>
  );
};
