import { createContext, useContext } from 'react';

/** What any part of the shell may ask the shell to do. */
export type ShellActions = {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
  readonly toggleRail: () => void;
};

export const ShellContext = createContext<ShellActions | undefined>(undefined);

export const useShell = (): ShellActions => {
  const actions = useContext(ShellContext);
  if (actions === undefined) throw new Error('useShell needs the Shell above it.');
  return actions;
};
