// What the tests drive but npm does not carry: a browser (required) and LibreOffice with poppler (wanted).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** The machine as far as finding and installing tools goes; a test hands in another one. */
export const thisMachine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  run: (command, args) =>
    spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
  say: (sentence) => console.error(sentence),
};

// The headless shell is the same engine without a window's worth of work: a quarter less time for the same tests.
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const browserPaths = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/** Where the browser of the tests is; ATELIER_CHROMIUM names another one. */
export const findBrowser = (machine = thisMachine) =>
  [
    machine.env.ATELIER_CHROMIUM,
    ...browserNames.map((name) => onPath(machine, name)),
    ...(browserPaths[machine.platform] ?? []),
  ].find((path) => path && machine.exists(path));

// `sudo: false` marks what refuses to run as root or knows no such thing: nothing is installed by it unasked.
const managers = [
  {
    name: 'apt-get',
    refresh: ['update', '-qq'],
    install: ['install', '-y', '--no-install-recommends'],
    browser: ['chromium'],
    // Debian has it, Ubuntu does not: asked for apart, so that nothing else fails with it.
    quicker: ['chromium-headless-shell'],
    office: ['libreoffice-calc', 'libreoffice-writer', 'libreoffice-impress', 'poppler-utils'],
  },
  {
    name: 'dnf',
    install: ['install', '-y'],
    browser: ['chromium'],
    office: ['libreoffice-calc', 'libreoffice-writer', 'libreoffice-impress', 'poppler-utils'],
  },
  {
    name: 'zypper',
    install: ['--non-interactive', 'install'],
    browser: ['chromium'],
    office: ['libreoffice-calc', 'libreoffice-writer', 'libreoffice-impress', 'poppler-tools'],
  },
  {
    name: 'pacman',
    install: ['-S', '--needed', '--noconfirm'],
    browser: ['chromium'],
    office: ['libreoffice-fresh', 'poppler'],
  },
  { name: 'apk', install: ['add'], browser: ['chromium'], office: ['libreoffice', 'poppler-utils'] },
  {
    name: 'brew',
    sudo: false,
    install: ['install'],
    browser: ['google-chrome'],
    office: ['libreoffice', 'poppler'],
  },
  {
    name: 'winget',
    sudo: false,
    install: ['install', '--exact'],
    browser: ['Google.Chrome'],
    office: ['TheDocumentFoundation.LibreOffice', 'oschwartz10612.Poppler'],
  },
];

/** Installs what is missing where that is allowed. Returns a sentence when the tests cannot run without more help. */
export const ensureTestTools = (machine = thisMachine) => {
  const manager = managers.find(({ name }) => onPath(machine, name));
  const missing = missingTools(machine);
  if (manager && missing.length > 0 && machine.isRoot && manager.sudo !== false) {
    const wanted = missing.flatMap((tool) => manager[tool]);
    machine.say(`Installing what the tests drive: ${wanted.join(', ')} (a few minutes, once) …`);
    if (manager.refresh) machine.run(manager.name, manager.refresh);
    machine.run(manager.name, [...manager.install, ...wanted]);
    if (manager.quicker && missing.includes('browser'))
      machine.run(manager.name, [...manager.install, ...manager.quicker]);
  }
  const still = missingTools(machine);
  const how = howToInstall(machine, manager, still);
  if (still.includes('office')) {
    machine.say(
      'LibreOffice or poppler is not installed: the tests that open written files in it will say that they did not run.',
    );
    machine.say(`To run them too: ${how}`);
  }
  if (!still.includes('browser')) return undefined;
  return `The browser tests need Chromium or Chrome. Install it (${how}), or set ATELIER_CHROMIUM to its binary, and run npm test again.`;
};

const missingTools = (machine) => [
  ...(findBrowser(machine) ? [] : ['browser']),
  ...(onPath(machine, 'soffice') && onPath(machine, 'pdftoppm') ? [] : ['office']),
];

const inWords = { browser: 'Chromium or Chrome', office: 'LibreOffice and poppler' };

const howToInstall = ({ isRoot }, manager, missing) => {
  if (!manager) return `${missing.map((tool) => inWords[tool]).join(', ')}, from where this system gets its programs`;
  const command = [manager.name, ...manager.install, ...missing.flatMap((tool) => manager[tool])].join(' ');
  return isRoot || manager.sudo === false ? command : `sudo ${command}`;
};

function onPath({ platform, env, exists }, name) {
  const { join, delimiter } = platform === 'win32' ? win32 : posix;
  return (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, platform === 'win32' ? `${name}.exe` : name))
    .find((path) => exists(path));
}
