import type { ComponentType, ReactNode } from 'react';
import { createLateCode } from './late-code.ts';
import { pageServer } from './page-server.ts';
import { Unloaded } from './unloaded.tsx';
import { useLateCode } from './use-late-code.ts';

type WhileLoading = { readonly whileLoading: ReactNode };

/** A heavy part of a screen, fetched when it is first shown. Waits for the server as a screen does. */
export const lazyPart = <Props extends object>(
  bring: () => Promise<{ readonly default: ComponentType<Props> }>,
): ((props: Props & WhileLoading) => ReactNode) => {
  const code = createLateCode(bring, pageServer);
  return function LazyPart({ whileLoading, ...props }) {
    const state = useLateCode(code);
    switch (state.kind) {
      case 'ready':
        // What is left of the props is what the part takes; TypeScript does not see that through a rest.
        return <state.value.default {...(props as unknown as Props)} />;
      case 'loading':
      case 'away':
        return whileLoading;
      case 'outdated':
      case 'broken':
        return <Unloaded why={state.kind} />;
    }
  };
};
