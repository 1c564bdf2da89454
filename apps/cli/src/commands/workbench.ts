import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { installQuota } from '@atelier/contracts/install-quota';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { isWriteRefused, WriteFault } from '@atelier/kernel/core';
import { hereDataFolder, holdToQuota, openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { ownCall } from '@atelier/server/installation';
import {
  benchStream,
  createKeptBenches,
  createKeptTranscripts,
  exportWorkbench,
  findWorkbench,
  type ImportWorkbenchRefused,
  importWorkbench,
  notFoundToSentence,
  type WorkbenchId,
} from '@atelier/workshop';
import { transcriptText } from '@atelier/workshop/view';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { writeNewFile } from '../write-new-file.ts';

/** A Workbench out to one file and in from one, and its chat as text: the use-cases of the screen, without a server. */
export const workbench: RunCommand = async (flags, io) => {
  const [what, ...words] = flags.words;
  const call = ownCall(flags.data ?? hereDataFolder());
  if (what === 'export' && words.length === 2) return onStorage(flags, io, true, exportTo);
  if (what === 'transcript' && words.length === 2) return onStorage(flags, io, true, transcriptTo);
  if (what === 'import' && words.length === 1) return onStorage(flags, io, false, importFrom);
  const calls = ['workbench export NAME FILE', 'workbench import FILE', 'workbench transcript NAME FILE'].map(call);
  io.err(`atelier: That is no call of "workbench". It has: ${calls.join(' · ')}`);
  return exit.usage;
};

type Storage = Extract<Awaited<ReturnType<typeof openStorage>>, { ok: true }>['value'];
type Work = (storage: Storage, flags: Flags, io: Io) => Promise<number>;

const onStorage = async (flags: Flags, io: Io, readOnly: boolean, work: Work): Promise<number> => {
  const data = flags.data ?? hereDataFolder();
  const opened = await openStorage({ data, databaseUrl: io.env.ATELIER_DATABASE_URL, readOnly });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error, ownCall(data))}`);
    return exit.failed;
  }
  try {
    return await work(holdToQuota(opened.value, installQuota).storage, flags, io);
  } finally {
    await opened.value.close();
  }
};

const found = async (
  { log }: Storage,
  name: string,
  io: Io,
): Promise<{ readonly id: WorkbenchId; readonly name: string } | undefined> => {
  const looked = await findWorkbench(log, createKeptBenches(log), name);
  if (looked.ok) return looked.value;
  io.err(`atelier: ${notFoundToSentence(looked.error, name)}`);
  return undefined;
};

const exportTo: Work = async (storage, { words: [, wanted = '', file = ''] }, io) => {
  const bench = await found(storage, wanted, io);
  if (bench === undefined) return exit.failed;
  const deps = { log: storage.log, content: await storage.content(), sha256 };
  const exported = await exportWorkbench(deps)(bench);
  if (!exported.ok) {
    io.err(`atelier: the Workbench can’t be exported: some of it is damaged or missing. "doctor" says what.`);
    return exit.failed;
  }
  if (!(await writeNewFile(file, exported.value, io, OTHER_NAME))) return exit.failed;
  io.out(
    `${file}: everything of "${bench.name}". To import it into another installation, run there: npx atelier workbench import ${file}`,
  );
  return exit.done;
};

const OTHER_NAME = 'Choose another name.';

const formats = ['md', 'json', 'jsonl'] as const;

const transcriptTo: Work = async (storage, { words: [, name = '', file = ''] }, io) => {
  const format = formats.find((each) => `.${each}` === extname(file).toLowerCase());
  if (format === undefined) {
    io.err(`atelier: The end of the file name says how the chat is written: .md, .json or .jsonl.`);
    return exit.usage;
  }
  const named = await found(storage, name, io);
  if (named === undefined) return exit.failed;
  const { log } = storage;
  const stream = benchStream(named.id);
  const [bench, talk] = [await createKeptBenches(log).at(stream), await createKeptTranscripts(log).at(stream)];
  if (!bench.ok || !talk.ok) {
    io.err('atelier: the record of this Workbench is damaged. "doctor" says what can be done.');
    return exit.failed;
  }
  const { text } = transcriptText(format, bench.value.state, talk.value.state);
  if (!(await writeNewFile(file, [text], io, OTHER_NAME))) return exit.failed;
  io.out(`${file}: the chat of "${bench.value.state.name}".`);
  return exit.done;
};

const importFrom: Work = async (storage, { words: [, file = ''], asNew, data }, io) => {
  const deps = { log: storage.log, content: await storage.content(), sha256, newId: createIds(systemWorld) };
  const done = await importWorkbench(deps)(createReadStream(file), asNew ? 'new' : 'same').catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      return undefined;
    },
  );
  if (done === undefined) {
    io.err(`atelier: there is no file ${file}.`);
    return exit.usage;
  }
  if (!done.ok && isWriteRefused(done.error)) throw new WriteFault(done.error);
  if (!done.ok) {
    const again = ownCall(data ?? hereDataFolder())(`workbench import ${file} --as-new`);
    io.err(`atelier: couldn’t import ${file}. Nothing was changed: ${whyNot(done.error, again)}.`);
    return exit.failed;
  }
  io.out(`${done.value.workbenchId}: imported. It is in Atelier, under Workshop.`);
  return exit.done;
};

const whyNot = (refused: ImportWorkbenchRefused, again: string): string => {
  switch (refused.code) {
    case 'NOT_AN_EXPORT':
      return 'it is no Workbench that Atelier exported';
    case 'EXPORT_TOO_NEW':
      return 'a newer Atelier exported it. Update this one, then import it again';
    case 'EXPORT_DAMAGED':
      return `${refused.part} is not as it was exported. Export it again where it came from`;
    case 'WORKBENCH_EXISTS':
      return `this Workbench is here already. For a second one, run: ${again}`;
    default:
      return `the store said ${refused.code}`;
  }
};
