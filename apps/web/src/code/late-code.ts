import { createCell, type Observable } from '../client/observable.ts';

/** Where code comes from: the server behind this page. */
export type CodeServer = {
  readonly answers: () => Promise<boolean>;
  /** Whether it still serves the build this page belongs to. */
  readonly build: () => Promise<'same' | 'other' | 'unknown'>;
};

export type LateCodeState<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: Value }
  /** Nobody answers. Each try that finds this is a state of its own. */
  | { readonly kind: 'away' }
  /** The server is of another build and no longer has this code. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'broken'; readonly fault: unknown };

/** Code that is fetched when it is first needed, and asked for again as often as it takes. */
export type LateCode<Value> = {
  readonly state: Observable<LateCodeState<Value>>;
  /** Settles when this try has ended, whichever way. Tries at the same time are one. */
  readonly load: () => Promise<void>;
};

export const createLateCode = <Value>(bring: () => Promise<Value>, server: CodeServer): LateCode<Value> => {
  const state = createCell<LateCodeState<Value>>({ kind: 'loading' });
  let underWay: Promise<void> | undefined;

  const attempt = async (): Promise<LateCodeState<Value>> => {
    // Many browsers remember a module that did not arrive and never ask for it again, so it is only asked for where
    // somebody answers.
    if (!(await server.answers())) return { kind: 'away' };
    try {
      return { kind: 'ready', value: await bring() };
    } catch (fault) {
      const build = await server.build();
      if (build === 'unknown') return { kind: 'away' };
      return build === 'other' ? { kind: 'outdated' } : { kind: 'broken', fault };
    }
  };

  return {
    state,
    load: () => {
      if (state.get().kind === 'ready') return Promise.resolve();
      underWay ??= attempt()
        .then(state.set)
        .finally(() => {
          underWay = undefined;
        });
      return underWay;
    },
  };
};
