import { Crosshair, Layers } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { popoverClass } from '../../../ui/popover-class.ts';
import { useAsked } from '../page/use-asked.ts';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { withToggled } from './with-toggled.ts';

/** What the next message is about: the project, or the elements a person chose. */
export const ScopeChip = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { elements, session } = useProjectView(project);
  const shown = useShownText();
  const act = useAct(project);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useAsked('scope', () => setOpen(true));
  const live = elements.filter(({ tombstone }) => tombstone === null);
  const known = session.settings.selectedElementIds;
  // As a person set it, before the server has said so: ticks in a row must not undo each other.
  const [wanted, setWanted] = useState<readonly string[]>();
  const chosen = wanted ?? known;
  useEffect(() => {
    if (wanted !== undefined && wanted.join() === known.join()) setWanted(undefined);
  }, [wanted, known]);
  const names = live.filter(({ id }) => chosen.includes(id)).map(({ name }) => shown(name));
  const found = live.filter(
    ({ name, aliases }) =>
      query.trim() === '' ||
      [name.he, name.en, ...aliases].some((each) => each?.toLowerCase().includes(query.trim().toLowerCase())),
  );
  const touched = live.filter(({ id }) => session.draft?.lastTouched.includes(id)).map(({ name }) => shown(name));
  const set = (ids: readonly string[]) => {
    setWanted(ids);
    act({ type: 'setScope', selectedElementIds: [...ids] }).then((done) => {
      if (done?.outcome !== 'done') setWanted(undefined);
    }, console.error);
  };
  const why =
    names.length > 0
      ? t('scope.whyChosen')
      : touched.length > 0
        ? t('scope.whyTouched', { names: touched.join(', ') })
        : t('scope.whyNone');
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classNames(buttonClass('neutral', 'sm'), 'max-w-56 shrink')}
        aria-label={t('scope.chip', { scope: names.length === 0 ? t('scope.project') : names.join(', ') })}
      >
        {names.length === 0 ? <Layers size={13} aria-hidden="true" /> : <Crosshair size={13} aria-hidden="true" />}
        <bdi className="min-w-0 truncate">{names.length === 0 ? t('scope.project') : names.join(', ')}</bdi>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('scope.title')}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            search.current?.focus();
          }}
          className={classNames(popoverClass, 'flex w-72 flex-col gap-2 p-3')}
        >
          <p className="font-medium">{t('scope.title')}</p>
          <p className="text-muted text-sm">{why}</p>
          <input
            ref={search}
            dir="auto"
            value={query}
            aria-label={t('scope.search')}
            placeholder={t('scope.search')}
            onChange={(event) => setQuery(event.target.value)}
            className={inputClass}
          />
          <ul className="relative flex max-h-60 flex-col gap-1.5 overflow-y-auto py-1">
            {found.map(({ id, name }) => (
              <li key={id}>
                <Checkbox
                  label={shown(name)}
                  checked={chosen.includes(id)}
                  onChange={() => set(withToggled(chosen, id))}
                />
              </li>
            ))}
            {found.length === 0 && <li className="text-muted text-sm">{t('scope.nothing')}</li>}
          </ul>
          <button
            type="button"
            disabled={chosen.length === 0}
            onClick={() => set([])}
            className={buttonClass('quiet', 'sm')}
          >
            {t('scope.clear')}
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};
