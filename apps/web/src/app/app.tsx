import { joinPath } from '@atelier/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Direction } from 'radix-ui';
import { useEffect, useState } from 'react';
import { askAgainWhenLive } from '../client/ask-again-when-live.ts';
import type { Atelier } from '../client/atelier.ts';
import { AtelierContext, useAtelier } from '../client/atelier-context.ts';
import { refetchAfterRestart } from '../client/refetch-after-restart.ts';
import { JoinPage } from '../people/join-page.tsx';
import { useApplyAppearance } from '../preferences/use-apply-appearance.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { PageDropVeil } from '../ui/upload/page-drop-veil.tsx';
import type { AppRouter } from './router.ts';

type Props = { readonly atelier: Atelier; readonly router: AppRouter };

export const App = ({ atelier, router }: Props) => (
  <AtelierContext value={atelier}>
    <Workspace router={router} />
  </AtelierContext>
);

const Workspace = ({ router }: Pick<Props, 'router'>) => {
  const direction = useApplyAppearance();
  // A refusal is an answer like any other, so nothing here throws and nothing is retried behind the scenes.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } }));
  const { connection } = useAtelier();
  useEffect(() => refetchAfterRestart(connection, queries), [connection, queries]);
  useEffect(() => askAgainWhenLive(connection, queries), [connection, queries]);
  return (
    <Direction.Provider dir={direction}>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          {location.pathname === joinPath ? <JoinPage /> : <RouterProvider router={router} />}
          <ToastRegion />
          <PageDropVeil />
        </TooltipProvider>
      </QueryClientProvider>
    </Direction.Provider>
  );
};
