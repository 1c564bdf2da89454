import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { createLateCode } from './late-code.ts';
import { pageServer } from './page-server.ts';
import { PendingPage } from './pending-page.tsx';
import { Unloaded } from './unloaded.tsx';
import { useLateCode } from './use-late-code.ts';

type ScreenModule = { readonly default: ComponentType };

/**
 * A route's screen, fetched when it is first opened. The router's own way answers code that does not arrive by
 * reloading the document, which loses the tab while the server is away; this one waits in the same document.
 */
export const lazyScreen = (bring: () => Promise<ScreenModule>): RouteComponent => {
  const code = createLateCode(bring, pageServer);
  const LazyScreen = () => {
    const state = useLateCode(code);
    switch (state.kind) {
      case 'ready':
        return <state.value.default />;
      case 'loading':
        return <PendingPage />;
      case 'away':
        return <PendingPage away />;
      case 'outdated':
      case 'broken':
        return <UnloadedScreen why={state.kind} />;
    }
  };
  // The router waits for this before it shows the place, and a try always ends.
  return Object.assign(LazyScreen, { preload: code.load });
};

const UnloadedScreen = ({ why }: { readonly why: 'outdated' | 'broken' }) => {
  const { t } = useTranslation('shell');
  return (
    <div className="pt-16">
      <h1 className="sr-only">{t(`late.${why}`)}</h1>
      <Unloaded why={why} />
    </div>
  );
};
