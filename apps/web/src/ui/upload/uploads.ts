import type { ErrorEnvelope, Result } from '@atelier/contracts';
import { createCell, type Observable } from '../../client/observable.ts';
import type { IncomingFile } from './walk-entries.ts';

export type Upload = {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'stopped';
  readonly error?: ErrorEnvelope;
};

/** Sends one file and tells how far it got. */
export type SendFile = (
  incoming: IncomingFile,
  told: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
) => Promise<Result<unknown, ErrorEnvelope>>;

export type Uploads = Observable<readonly Upload[]> & {
  readonly add: (files: readonly IncomingFile[]) => void;
  readonly retry: (id: number) => void;
  readonly stop: (id: number) => void;
  /** Takes what has ended well off the list. */
  readonly clear: () => void;
};

const atOnce = 3;

/** Files on their way to the server, a few at a time. One that fails stops nobody else and can be sent again. */
export const createUploads = (send: SendFile): Uploads => {
  const cell = createCell<readonly Upload[]>([]);
  const fileById = new Map<number, IncomingFile>();
  const stopById = new Map<number, AbortController>();
  let last = 0;
  const change = (id: number, next: Partial<Upload>) =>
    cell.set(cell.get().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));

  const begin = async (id: number): Promise<void> => {
    const incoming = fileById.get(id);
    if (incoming === undefined) return;
    const controller = new AbortController();
    stopById.set(id, controller);
    change(id, { state: 'sending', sent: 0 });
    const reply = await send(incoming, { onSent: (sent) => change(id, { sent }), signal: controller.signal });
    stopById.delete(id);
    if (controller.signal.aborted) change(id, { state: 'stopped' });
    else if (reply.ok) change(id, { state: 'done', sent: incoming.file.size });
    else change(id, { state: 'failed', error: reply.error });
    next();
  };
  const next = (): void => {
    const uploads = cell.get();
    const free = atOnce - uploads.filter(({ state }) => state === 'sending').length;
    for (const { id } of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void begin(id);
  };
  return {
    ...cell,
    add: (files) => {
      const added = files.map((incoming): Upload => {
        last += 1;
        fileById.set(last, incoming);
        return { id: last, path: incoming.path, size: incoming.file.size, sent: 0, state: 'waiting' };
      });
      cell.set([...cell.get(), ...added]);
      next();
    },
    retry: (id) => {
      const known = cell.get().find((each) => each.id === id);
      if (known?.state !== 'failed' && known?.state !== 'stopped') return;
      const { error: _, ...rest } = known;
      cell.set(cell.get().map((each) => (each === known ? { ...rest, state: 'waiting', sent: 0 } : each)));
      next();
    },
    stop: (id) => {
      const controller = stopById.get(id);
      if (controller === undefined) change(id, { state: 'stopped' });
      else controller.abort();
    },
    clear: () => cell.set(cell.get().filter(({ state }) => state !== 'done')),
  };
};
