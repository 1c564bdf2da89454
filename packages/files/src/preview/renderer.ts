import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTurn } from '@atelier/kernel/core';
import { type FileResult, refuse } from '../tools/errors.ts';
import { residentBytes } from '../workers/memory.ts';

const wallLimit = 60_000;
const memoryLimit = 1024 * 1024 * 1024;

export type Renderer = {
  /** The command, or undefined when there is none. */
  readonly command: string | undefined;
  /** Makes a pdf of a sanitised copy. One at a time: two office programs on one machine only slow each other. */
  readonly toPdf: (copy: string, extension: string, output: string) => Promise<FileResult<null>>;
};

/** A LibreOffice-compatible program, from the setting or from PATH; looked for once. */
export const createRenderer = (folder: string, path?: string): Renderer => {
  const command = path === undefined ? onPath(['soffice', 'libreoffice']) : existsSync(path) ? path : undefined;
  const inTurn = createTurn();
  return {
    command,
    toPdf: (copy, extension, output) => inTurn(() => convert(command, folder, copy, extension, output)),
  };
};

const onPath = (names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

const convert = async (
  command: string | undefined,
  folder: string,
  copy: string,
  extension: string,
  output: string,
): Promise<FileResult<null>> => {
  if (command === undefined) {
    return refuse('PREVIEW_UNAVAILABLE', 'no_renderer', 'No program that draws office files is installed.', {
      hint: 'Install LibreOffice, or set preview.renderer_path.',
    });
  }
  await mkdir(join(folder, 'render'), { recursive: true });
  const home = await mkdtemp(join(folder, 'render', 'run-'));
  try {
    const [profile, out, input] = [join(home, 'profile'), join(home, 'out'), join(home, `input.${extension}`)];
    await mkdir(join(profile, 'user'), { recursive: true });
    await mkdir(out);
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
    await rename(copy, input);
    const args = [
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      '--nologo',
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--convert-to',
      'pdf',
      '--outdir',
      out,
      input,
    ];
    const isDone = await runAlone(await withoutNetwork(command, args), home);
    const [made] = isDone ? await readdir(out) : [];
    if (made === undefined) return refuse('PREVIEW_UNAVAILABLE', 'render_failed', 'The file could not be drawn.');
    await rename(join(out, made), output);
    return { ok: true, value: null };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};

/** Resolves to whether it ended well and in time. Its whole process group ends with it. */
const runAlone = ([command, args]: readonly [string, readonly string[]], home: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child: ChildProcess = spawn(command, args, {
      cwd: home,
      detached: true,
      stdio: 'ignore',
      env: { HOME: home, TMPDIR: home, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
    });
    const end = (isDone: boolean): void => {
      clearTimeout(timer);
      clearInterval(poll);
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // The group is gone already.
        }
      }
      resolve(isDone);
    };
    const timer = setTimeout(() => end(false), wallLimit);
    const poll = setInterval(() => {
      if ((residentBytes(child.pid ?? 0) ?? 0) > memoryLimit) end(false);
    }, 250);
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });

let canUnshare: Promise<boolean> | undefined;

/** Where the system lets us, the program starts in a network namespace with nothing in it. */
const withoutNetwork = async (
  command: string,
  args: readonly string[],
): Promise<readonly [string, readonly string[]]> => {
  canUnshare ??= new Promise<boolean>((resolve) => {
    if (process.platform !== 'linux') return resolve(false);
    const probe = spawn('unshare', ['-rn', 'true'], { stdio: 'ignore' });
    probe.once('error', () => resolve(false));
    probe.once('exit', (code) => resolve(code === 0));
  });
  return (await canUnshare) ? ['unshare', ['-rn', command, ...args]] : [command, args];
};

const item = (path: string, name: string, value: string): string =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Macros never run, links never update, nobody is asked. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${item('/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3')}
${item('/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true')}
${item('/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true')}
${item('/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true')}
${item('/org.openoffice.Office.Writer/Content/Update', 'Link', '0')}
${item('/org.openoffice.Office.Calc/Content/Update', 'Link', '2')}
${item('/org.openoffice.Office.Common/Misc', 'FirstRun', 'false')}
</oor:items>
`;
