import { useEffect, useRef } from 'react';
import { createCell } from '../client/observable.ts';
import type { PaletteCommand } from './command.ts';

const all = createCell<readonly (readonly PaletteCommand[])[]>([]);

/** What the page in sight offers, in the palette, by shortcut and in the list of shortcuts. */
export const pageCommands = {
  subscribe: all.subscribe,
  get: all.get,
};

/** Offers commands of a page while it is in sight. */
export const usePageCommands = (commands: readonly PaletteCommand[]): void => {
  const latest = useRef(commands);
  latest.current = commands;
  const shape = commands.map(({ id, shortcut, also = [] }) => [id, shortcut, ...also].join(' ')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commands count by their ids and keys; what they do is looked up when they run
  useEffect(() => {
    const mine = latest.current.map(
      (command): PaletteCommand => ({
        ...command,
        run: (context) => latest.current.find(({ id }) => id === command.id)?.run(context),
      }),
    );
    all.set([...all.get(), mine]);
    return () => all.set(all.get().filter((other) => other !== mine));
  }, [shape]);
};
