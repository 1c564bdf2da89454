import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import type { CommandContext, PaletteCommand } from '../palette/command.ts';
import { pageCommands } from '../palette/page-commands.ts';
import { Palette } from '../palette/palette.tsx';
import { useRecent } from '../palette/use-recent.ts';
import { useShortcuts } from '../palette/use-shortcuts.ts';
import { toasts } from '../ui/toast-store.ts';
import { allCommands, paletteShortcut } from './all-commands.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { findEverywhere } from './find-everywhere.ts';
import { InstallBanner } from './install-banner.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Rail } from './rail.tsx';
import { ShellContext } from './shell-context.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { SignedOutPage } from './signed-out-page.tsx';
import { TopBar } from './top-bar.tsx';
import { useActivityToasts } from './use-activity-toasts.ts';
import { useNotices } from './use-notices.ts';
import { usePageArrival } from './use-page-arrival.ts';
import { useRail } from './use-rail.ts';

export const Shell = () => {
  const { t, i18n } = useTranslation('shell');
  const atelier = useAtelier();
  const connection = useProjection(atelier.connection.state);
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const refusalText = useRefusalText();
  const recent = useRecent();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const rail = useRail();
  const ofPage = useProjection(pageCommands).flat();
  // The place that is drawn: its address changes a moment earlier, while the page before is still in sight.
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const announced = usePageArrival(arrived);
  useActivityToasts();
  const go = useCallback((to: string) => void navigate({ to }).catch(console.error), [navigate]);
  useNotices(path, go);

  const find = useCallback((query: string) => findEverywhere(atelier, query), [atelier]);

  const actions = {
    openPalette: () => setPaletteOpen(true),
    openHelp: () => setHelpOpen(true),
    toggleRail: rail.toggle,
  };
  const context: CommandContext = { ...actions, atelier, go };
  const run = (command: PaletteCommand) => {
    setPaletteOpen(false);
    Promise.resolve(command.run(context))
      .then((reply) => {
        if (reply?.ok === false)
          toasts.show({ tone: 'danger', title: t(command.title), detail: refusalText(reply.error) });
      })
      .catch(console.error);
  };
  useShortcuts([
    { shortcut: paletteShortcut, run: () => setPaletteOpen((open) => !open) },
    ...[...ofPage, ...allCommands].flatMap((command) =>
      [command.shortcut, ...(command.also ?? [])].flatMap((shortcut) =>
        shortcut === undefined ? [] : [{ shortcut, run: () => run(command) }],
      ),
    ),
  ]);

  if (connection.kind === 'signed_out') return <SignedOutPage />;
  return (
    <ShellContext value={actions}>
      <a
        href="#content"
        className="sr-only z-50 rounded-sm bg-raised px-3 py-2 shadow-high focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t('skipToContent')}
      </a>
      <div className="flex h-dvh">
        <Rail collapsed={rail.collapsed} />
        <div className="flex min-w-0 flex-1 flex-col md:py-2 md:pe-2">
          <div className="flex min-h-0 flex-1 flex-col overflow-hidden border-line bg-ground md:rounded-lg md:border md:shadow-low">
            <TopBar />
            <ConnectionBanner />
            <main id="content" tabIndex={-1} className="@container min-h-0 flex-1 overflow-y-auto outline-none">
              <InstallBanner />
              <ErrorBoundary place={path}>
                <Outlet />
              </ErrorBoundary>
            </main>
          </div>
        </div>
      </div>
      <Palette
        open={paletteOpen}
        onOpenChange={setPaletteOpen}
        commands={[...ofPage, ...allCommands.filter(({ toLanguage }) => toLanguage !== i18n.language)]}
        recent={recent.ids}
        find={find}
        onRun={(command) => {
          recent.add(command.id);
          run(command);
        }}
      />
      <ShortcutHelp open={helpOpen} onOpenChange={setHelpOpen} ofPage={ofPage} />
      <LeaveGuard />
      <p role="status" data-announcer className="sr-only">
        {announced}
      </p>
    </ShellContext>
  );
};
