import { useTranslation } from 'react-i18next';
import type { PaletteCommand } from '../palette/command.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { allCommands, paletteShortcut } from './all-commands.ts';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What the page in sight adds. */
  readonly ofPage: readonly PaletteCommand[];
};

export const ShortcutHelp = ({ open, onOpenChange, ofPage }: Props) => {
  const { t } = useTranslation('shell');
  const rows = [
    { group: t('palette.general'), title: t('help.palette'), shortcut: paletteShortcut, also: [] },
    ...[...ofPage, ...allCommands].flatMap(({ group, title, shortcut, also = [] }) =>
      shortcut === undefined ? [] : [{ group: t(group), title: t(title), shortcut, also }],
    ),
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('help.title')} description={t('help.detail')}>
      <div className="flex flex-col gap-5 pb-3">
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, ofGroup]) => (
          <section key={group} aria-label={group}>
            <h3 className="pb-1 font-medium text-faint text-xs">{group}</h3>
            <dl>
              {ofGroup.map(({ title, shortcut, also }) => (
                <div key={shortcut} className="flex h-9 items-center justify-between border-line border-t">
                  <dt>{title}</dt>
                  <dd className="flex items-center gap-3">
                    {[shortcut, ...also].map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
