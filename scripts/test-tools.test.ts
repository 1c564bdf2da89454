import { expect, test } from 'vitest';
import { ensureTestTools, findBrowser, type Machine } from './test-tools.mjs';

/** A machine that has these files and nothing else; what is installed on it appears. */
const machineWith = ({ platform = 'linux', isRoot = false, env = {}, files = [] }: Partial<Described> = {}) => {
  const present = new Set(files);
  const ran: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    platform,
    isRoot,
    env: { PATH: platform === 'win32' ? 'C:\\bin' : '/opt/bin:/usr/bin', ...env },
    exists: (path) => present.has(path),
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      if (args.includes('chromium')) present.add('/usr/bin/chromium');
      if (args.some((each) => each.startsWith('libreoffice'))) present.add('/usr/bin/soffice').add('/usr/bin/pdftoppm');
    },
    say: (sentence) => void said.push(sentence),
  };
  return { machine, ran, said };
};
type Described = Pick<Machine, 'platform' | 'isRoot' | 'env'> & { readonly files: readonly string[] };

const office = ['/usr/bin/soffice', '/usr/bin/pdftoppm'];

test('a browser is the one that is named, else one on the path, else one where its system keeps it', () => {
  const named = machineWith({
    env: { ATELIER_CHROMIUM: '/mine/chrome' },
    files: ['/mine/chrome', '/usr/bin/chromium'],
  });
  expect(findBrowser(named.machine)).toBe('/mine/chrome');
  const gone = machineWith({ env: { ATELIER_CHROMIUM: '/gone' }, files: ['/opt/bin/google-chrome'] });
  expect(findBrowser(gone.machine)).toBe('/opt/bin/google-chrome');
  const both = machineWith({ files: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'] });
  expect(findBrowser(both.machine)).toBe('/usr/bin/chromium-headless-shell');
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findBrowser(machineWith({ platform: 'darwin', files: [chrome] }).machine)).toBe(chrome);
  expect(findBrowser(machineWith({ platform: 'win32', files: ['C:\\bin\\chromium.exe'] }).machine)).toBe(
    'C:\\bin\\chromium.exe',
  );
  expect(findBrowser(machineWith().machine)).toBeUndefined();
});

test('a machine that has everything is left alone and told nothing', () => {
  const { machine, ran, said } = machineWith({
    isRoot: true,
    files: ['/usr/bin/apt-get', '/usr/bin/chromium', ...office],
  });
  expect([ensureTestTools(machine), ran, said]).toEqual([undefined, [], []]);
});

test.each([
  ['linux', '/usr/bin/apt-get', 'sudo apt-get install -y --no-install-recommends chromium'],
  ['linux', '/usr/bin/dnf', 'sudo dnf install -y chromium'],
  ['linux', '/usr/bin/zypper', 'sudo zypper --non-interactive install chromium'],
  ['linux', '/usr/bin/pacman', 'sudo pacman -S --needed --noconfirm chromium'],
  ['linux', '/usr/bin/apk', 'sudo apk add chromium'],
  ['darwin', '/opt/bin/brew', 'brew install google-chrome'],
  ['win32', 'C:\\bin\\winget.exe', 'winget install --exact Google.Chrome'],
] as const)('on %s with %s the sentence says exactly what to run', (platform, manager, command) => {
  const tools = platform === 'win32' ? ['C:\\bin\\soffice.exe', 'C:\\bin\\pdftoppm.exe'] : office;
  const { machine, ran } = machineWith({ platform, files: [manager, ...tools] });
  expect(ensureTestTools(machine)).toContain(`Install it (${command}), or set ATELIER_CHROMIUM`);
  expect(ran).toEqual([]);
});

test('without a package manager it is said in words', () => {
  const { machine, said } = machineWith();
  expect(ensureTestTools(machine)).toContain('Install it (Chromium or Chrome, LibreOffice and poppler, from where');
  expect(said.join()).not.toContain('apt-get');
});

test('whoever may install gets it installed, and is asked for nothing', () => {
  const { machine, ran } = machineWith({ isRoot: true, files: ['/usr/bin/apt-get'] });
  expect(ensureTestTools(machine)).toBeUndefined();
  expect(ran).toEqual([
    'apt-get update -qq',
    'apt-get install -y --no-install-recommends chromium libreoffice-calc libreoffice-writer libreoffice-impress poppler-utils',
    'apt-get install -y --no-install-recommends chromium-headless-shell',
  ]);
});

test('without LibreOffice the tests go on, and say what does not run and how to run it', () => {
  const { machine, said } = machineWith({ files: ['/usr/bin/dnf', '/usr/bin/chromium'] });
  expect(ensureTestTools(machine)).toBeUndefined();
  expect(said).toEqual([
    expect.stringContaining('will say that they did not run'),
    'To run them too: sudo dnf install -y libreoffice-calc libreoffice-writer libreoffice-impress poppler-utils',
  ]);
});

test('what could not be installed is not taken for installed', () => {
  const { machine, said } = machineWith({ isRoot: true, files: ['/usr/bin/apt-get'] });
  const problem = ensureTestTools({ ...machine, run: () => {} });
  expect(problem).toContain('Install it (apt-get install -y');
  expect(said).toContainEqual(expect.stringContaining('LibreOffice or poppler is not installed'));
});
