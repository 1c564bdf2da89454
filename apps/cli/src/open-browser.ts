import { spawn } from 'node:child_process';
import type { Io } from './io.ts';

/** Whether somebody sits in front of a desktop here; a window on a build machine helps nobody. */
export const hasDesktop = ({ env, platform }: Pick<Io, 'env' | 'platform'>): boolean => {
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
};

const openerByPlatform: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: its shell would read the `&` of an address as the end of a command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** The link is printed too, so a browser that does not open is no failure. */
export const openBrowser = (url: string, platform: NodeJS.Platform): void => {
  const [program, ...args] = openerByPlatform[platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
};
