import { readFile } from 'node:fs/promises';
import { isWriteRefused, WriteFault } from '@atelier/kernel/core';
import { hereDataFolder, storageRefusedToSentence } from '@atelier/kernel/storage';
import type { BundleReview } from '@atelier/rails/core';
import { ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { readableBytes } from '../diagnostics-text.ts';
import { openPortability, type Portability } from '../portability.ts';

/** Everything is checked before anything is written. */
export const importCommand: RunCommand = async ({ data, words, yes }, io) => {
  const file = words[0] ?? '';
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => cause);
  if (typeof text !== 'string') {
    io.err(
      text.code === 'ENOENT'
        ? `atelier: there is no file ${file}.`
        : `atelier: ${file} cannot be read: ${text.message}.`,
    );
    return exit.usage;
  }
  const json = parsed(text);
  if (json === undefined) {
    io.err(`atelier: ${file} is not JSON, so it isn’t an exported session.`);
    return exit.failed;
  }
  const folder = data ?? hereDataFolder();
  const opened = await openPortability({
    data: folder,
    databaseUrl: io.env.ATELIER_DATABASE_URL,
  });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error, ownCall(folder))}`);
    return exit.failed;
  }
  const portability = opened.value;
  try {
    const done = await portability.importBundle(json, { reviewed: yes === true });
    if (!done.ok && done.error.code === 'BUNDLE_NEEDS_REVIEW') {
      for (const line of reviewLines(done.error.review)) io.out(line);
      io.err(`atelier: nothing was imported. If you trust it, run: ${ownCall(folder)(`import ${file} --yes`)}`);
      return exit.failed;
    }
    if (!done.ok && isWriteRefused(done.error)) throw new WriteFault(done.error);
    if (!done.ok) {
      io.err(`atelier: couldn’t import ${file}. Nothing was changed: ${whyNot(done.error)} (${done.error.code}).`);
      return exit.failed;
    }
    const { sessionId, importedAs, events } = done.value;
    const renamed = importedAs === 'new' ? ' A session of its name was here already, so it has a new one.' : '';
    io.out(`${sessionId}: ${events} events imported.${renamed} An agent finds it with resume_session.`);
    if (isSalvaged(json))
      io.err('atelier: it was exported from a damaged session: what came after the damage is not in that file.');
    return exit.done;
  } finally {
    await portability.close();
  }
};

type NotTaken = Extract<Awaited<ReturnType<Portability['importBundle']>>, { ok: false }>['error'];

const whyNot = (error: NotTaken): string => {
  switch (error.code) {
    case 'BUNDLE_NEEDS_REVIEW':
      return 'nobody has confirmed what it tells agents';
    case 'QUOTA_EXCEEDED':
      return `it needs ${readableBytes(error.neededBytes)} more, and content has reached its quota of ${readableBytes(error.quotaBytes)}. Raise it in Settings, under Data`;
    case 'BUNDLE_INVALID_FORMAT':
      return 'it isn’t a session that Atelier exported';
    case 'BUNDLE_UNSUPPORTED_VERSION':
      return `it was exported by a newer Atelier (${error.detail}). Import it with that one`;
    default:
      return `${'detail' in error ? error.detail : error.code}. It is not as it was exported: export it again where it came from`;
  }
};

const signedByWords = (by: BundleReview['signedBy']): string => {
  switch (by.kind) {
    case 'nobody':
      return 'Nobody signed this file, so anyone may have changed it.';
    case 'this_installation':
      return 'This installation signed it.';
    case 'other_installation':
      return `Another installation signed it, with key ${by.fingerprint}.`;
  }
};

/** What somebody should have read before an agent is told it. */
const reviewLines = ({ signedBy, prompts }: BundleReview): readonly string[] => [
  signedByWords(signedBy),
  ...prompts.flatMap(({ workflowId, stepId, here, inBundle }) => [
    '',
    `${workflowId}, step ${stepId}: ${here === null ? 'no workflow here has this step' : 'differs from the workflow here'}.`,
    ...(here === null ? [] : indented('- ', here)),
    ...indented('+ ', inBundle),
  ]),
];
const indented = (mark: string, text: string): readonly string[] => text.split('\n').map((line) => `  ${mark}${line}`);

const isSalvaged = (bundle: unknown): boolean => typeof bundle === 'object' && bundle !== null && 'salvage' in bundle;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
