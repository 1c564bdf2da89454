import { hereDataFolder, storageRefusedToSentence, unusableToWords } from '@atelier/kernel/storage';
import { createServer, type StartRefused } from '@atelier/server';
import { ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { hasDesktop, openBrowser } from '../open-browser.ts';
import { untilSignal } from '../signals.ts';
import { troubleToSentence } from '../trouble-words.ts';

/** Starts the server and stays until it is told to stop. */
export const start: RunCommand = async ({ port, data, open, publicOrigin, bind }, io) => {
  const signalled = untilSignal();
  const dataFolder = data ?? hereDataFolder();
  const started = await createServer({
    dataFolder,
    databaseUrl: io.env.ATELIER_DATABASE_URL,
    publicOrigin: publicOrigin ?? named(io.env.ATELIER_PUBLIC_ORIGIN),
    bind: bind ?? named(io.env.ATELIER_BIND),
    ...(port !== undefined && { port }),
  });
  if (!started.ok) {
    io.err(`atelier: ${sentenceOf(started.error, dataFolder)}`);
    return started.error.code === 'DATA_FOLDER_UNUSABLE' ? exit.usage : exit.failed;
  }
  const link = await started.value.link();
  io.out(`Atelier is ready: ${link}`);
  if (open && hasDesktop(io)) openBrowser(link, io.platform);
  await signalled;
  await started.value.stop();
  return exit.done;
};

/** A variable that is set to nothing is not set. */
const named = (value: string | undefined): string | undefined => value || undefined;

export const sentenceOf = (refused: StartRefused, dataFolder: string): string => {
  switch (refused.code) {
    case 'DATA_FOLDER_UNUSABLE':
      return `The data folder ${unusableToWords(refused)}. Choose another with --data DIR.`;
    case 'ALREADY_RUNNING': {
      const where = refused.running ? ` (process ${refused.running.pid}, port ${refused.running.port})` : '';
      return `Atelier is already running on ${dataFolder}${where}. Get a link to it with: ${ownCall(dataFolder)('link')}`;
    }
    case 'PORT_TAKEN': {
      const holder = refused.holder ? `${refused.holder.name}, process ${refused.holder.pid}` : 'another program';
      return `Port ${refused.port} is taken by ${holder}. Stop it, or choose another port with --port N.`;
    }
    case 'PUBLIC_ORIGIN_INVALID':
      return '--public-origin takes an address such as https://atelier.example.com: https, a name, and no path.';
    case 'BIND_NEEDS_PUBLIC_ORIGIN':
      return '--bind opens Atelier to a network, so it needs --public-origin https://NAME and a proxy that speaks TLS.';
    case 'ADDRESS_UNUSABLE':
      return `This machine can't listen on ${refused.address}. Choose an address of this machine with --bind ADDR.`;
    case 'PORT_FORBIDDEN':
      return `You may not listen on port ${refused.port}. Choose one above 1023 with --port N.`;
    case 'DISK_FULL':
    case 'DISK_READ_ONLY':
    case 'DATABASE_AWAY':
    case 'STORE_AWAY':
    case 'FILE_UNUSABLE':
      return troubleToSentence(refused, dataFolder);
    default:
      return storageRefusedToSentence(refused, ownCall(dataFolder));
  }
};
