import type { Issue } from '@atelier/contracts/studio';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { ImpactStrip } from './impact-strip.tsx';

type Props = {
  readonly project: ProjectStore;
  readonly acks: readonly Issue[];
  readonly onApply: (acknowledge: readonly string[], versionName: string) => Promise<void>;
  readonly onClose: () => void;
};

/** The last look: what it comes to, and what a person must have seen before it happens. */
export const ApplyDialog = ({ project, acks, onApply, onClose }: Props) => {
  const { t } = useTranslation(['studio', 'shell']);
  const view = useProjectView(project);
  const shown = useShownText();
  const confirm = useRef<HTMLButtonElement>(null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const { draft } = view.session;
  if (draft === null) return null;
  const included = draft.ops.filter(({ include }) => include).length;
  const isReady = acks.every(({ code }) => seen.includes(code));
  const apply = async () => {
    setBusy(true);
    await onApply(seen, name.trim());
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focus={confirm}
      title={t('draft.applyTitle', { count: included })}
      description={t('draft.applyDetail', { revision: draft.revision })}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button ref={confirm} tone="primary" busy={busy} disabled={!isReady} onClick={() => void apply()}>
            {t('draft.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        <ImpactStrip view={view} impact={draft.impact} />
        {acks.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">{t('draft.acks')}</legend>
            {acks.map(({ code, message }) => (
              <Checkbox
                key={code}
                label={shown(message)}
                checked={seen.includes(code)}
                onChange={(on) => setSeen(on ? [...seen, code] : seen.filter((each) => each !== code))}
              />
            ))}
          </fieldset>
        )}
        <TextField
          label={t('draft.versionName')}
          hint={t('draft.versionNameHint')}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </Dialog>
  );
};
