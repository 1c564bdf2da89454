import { openRailsInstall } from './install.ts';
import { createToolHandler } from './tools/handle.ts';

/** Everything behind the tools, loaded once somebody is about to call one. */
export const openHandler = (data: string) => {
  const install = openRailsInstall(data);
  return { handle: createToolHandler(install.deps), close: install.close };
};
