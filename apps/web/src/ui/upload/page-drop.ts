import { createCell, type Observable } from '../../client/observable.ts';
import { type Incoming, takeDropped } from './walk-entries.ts';

/** Who takes the files that are dropped or pasted anywhere on the page. */
export type DropTarget = {
  /** What the page says while files hang over it: “Add to this chat”. */
  readonly label: string;
  readonly take: (incoming: Incoming) => void;
};

export type PageDrop = {
  /** The target of the page in sight: the last one that came. */
  readonly target: Observable<DropTarget | undefined>;
  /** Whether files hang over the page now. */
  readonly isOver: Observable<boolean>;
  readonly claim: (target: DropTarget) => () => void;
  /** Listens on the page. Files nobody takes are dropped into nothing, where a browser would open them and leave. */
  readonly guard: (page: Document) => () => void;
};

export const createPageDrop = (): PageDrop => {
  const targets: DropTarget[] = [];
  const target = createCell<DropTarget | undefined>(undefined);
  const isOver = createCell(false);
  const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') === true;

  const onOver = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (!isTaken) event.dataTransfer.dropEffect = target.get() === undefined ? 'none' : 'copy';
    if (!isOver.get()) isOver.set(true);
  };
  const onLeave = (event: DragEvent) => {
    // From one element to the next is no leaving; out of the window has no next.
    if (event.relatedTarget === null) isOver.set(false);
  };
  const onDrop = (event: DragEvent) => {
    isOver.set(false);
    if (!hasFiles(event.dataTransfer)) return;
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    const taker = target.get();
    if (isTaken || taker === undefined) return;
    const read = takeDropped(event.dataTransfer.items);
    read().then(taker.take).catch(console.error);
  };
  const onPaste = (event: ClipboardEvent) => {
    const taker = target.get();
    if (event.defaultPrevented || taker === undefined || (event.clipboardData?.files.length ?? 0) === 0) return;
    event.preventDefault();
    const read = takeDropped(event.clipboardData?.items ?? []);
    read().then(taker.take).catch(console.error);
  };
  return {
    target,
    isOver,
    claim: (taker) => {
      targets.push(taker);
      target.set(taker);
      return () => {
        targets.splice(targets.indexOf(taker), 1);
        target.set(targets.at(-1));
      };
    },
    guard: (page) => {
      page.addEventListener('dragover', onOver);
      page.addEventListener('dragleave', onLeave);
      page.addEventListener('drop', onDrop);
      page.addEventListener('paste', onPaste);
      return () => {
        page.removeEventListener('dragover', onOver);
        page.removeEventListener('dragleave', onLeave);
        page.removeEventListener('drop', onDrop);
        page.removeEventListener('paste', onPaste);
      };
    },
  };
};

/** One for the whole tab. */
export const pageDrop = createPageDrop();
