// What the tests drive but npm does not carry: a browser (required) and LibreOffice with poppler (wanted).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browserPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where the browser of the tests is; ATELIER_CHROMIUM names another one. */
export const findBrowser = () =>
  [process.env.ATELIER_CHROMIUM, ...browserNames.map(onPath), ...browserPaths].find((path) => path && existsSync(path));

const officePackages = ['libreoffice-calc', 'libreoffice-writer', 'libreoffice-impress', 'poppler-utils'];

/** Installs what is missing where that is allowed. Returns a sentence when the tests cannot run without more help. */
export const ensureTestTools = () => {
  const wanted = [];
  if (!findBrowser()) wanted.push('chromium');
  if (!onPath('soffice') || !onPath('pdftoppm')) wanted.push(...officePackages);
  if (wanted.length === 0) return undefined;

  const command = `apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  if (mayInstall()) {
    console.error(`Installing what the tests drive: ${wanted.join(', ')} (a few minutes, once) …`);
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted]);
  }
  if (!onPath('soffice')) {
    console.error(
      `LibreOffice is not installed: the tests that open written files in it will say that they did not run.`,
    );
    console.error(`To run them too: sudo ${command}`);
  }
  if (findBrowser()) return undefined;
  return `The browser tests need Chromium. Install it (sudo ${command}), or set ATELIER_CHROMIUM to a Chrome or Chromium binary, and run npm test again.`;
};

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

const run = (command, args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
