import type { StudioEventOf, StudioTurnDone } from '@atelier/contracts/studio';
import { createCell, type Observable } from '../../../client/observable.ts';
import type { ProjectStore } from '../project-store.ts';

export type DraftEdit = StudioEventOf<'editDraft'>['edits'][number];
type Send = (event: StudioEventOf<'editDraft'>) => Promise<StudioTurnDone | undefined>;

/** Edits of the open draft that it does not have yet: those that were sent, and those behind them. */
export type EditsUnderWay = {
  readonly sent: readonly DraftEdit[];
  readonly waiting: readonly DraftEdit[];
  /** How often one was refused. Who waits for the edits must not go on as if they had been made. */
  readonly refused: number;
};

export type DraftEdits = {
  readonly now: Observable<EditsUnderWay>;
  readonly edit: (edits: readonly DraftEdit[], send: Send) => void;
  /** Sends what is gathered, and what follows, without waiting for more of it. */
  readonly hurry: () => void;
};

/** Ticks in a row are one edit: each edit is a revision of the draft. */
const gatherMs = 200;
/** How long a screen may take to show a revision before the next edit goes out anyway. */
const longestMs = 5_000;
const mostEdits = 200;

export const isPending = ({ sent, waiting }: EditsUnderWay): boolean => sent.length + waiting.length > 0;

/**
 * Changes to the open draft, in order. While one is under way the next ones wait for the revision it makes. They belong
 * to the project and not to the list they were ticked in: whoever leaves the panel, or applies, has made them.
 */
export const createDraftEdits = (project: ProjectStore): DraftEdits => {
  const now = createCell<EditsUnderWay>({ sent: [], waiting: [], refused: 0 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHurried = false;
  let sendIt: Send | undefined;

  const draftNow = () => {
    const state = project.state.get();
    return state.phase === 'ready' ? state.view.session.draft : undefined;
  };

  const flush = (): void => {
    clearTimeout(timer);
    const { sent, waiting, refused } = now.get();
    if (sent.length > 0 || waiting.length === 0) return;
    const draft = draftNow();
    // The draft they were about is over.
    if (!draft || sendIt === undefined) return now.set({ sent, waiting: [], refused });
    const { draftId, revision } = draft;
    now.set({ sent: waiting, waiting: [], refused });
    const moved = () => {
      const after = draftNow();
      return after === null || (after !== undefined && (after.draftId !== draftId || after.revision !== revision));
    };
    sendIt({ type: 'editDraft', expectedDraftRevision: revision, edits: [...waiting] }).then(
      async (done) => {
        if (done?.outcome === 'done') await until(project.state, moved);
        settle(done?.outcome !== 'done');
      },
      (fault: unknown) => {
        console.error(fault);
        settle(true);
      },
    );
  };

  const settle = (isRefused: boolean): void => {
    const { waiting, refused } = now.get();
    now.set({ sent: [], waiting, refused: isRefused ? refused + 1 : refused });
    if (waiting.length === 0) isHurried = false;
    else gather();
  };

  const gather = (): void => {
    clearTimeout(timer);
    if (isHurried) flush();
    else timer = setTimeout(flush, gatherMs);
  };

  return {
    now,
    edit: (edits, send) => {
      const { sent, waiting, refused } = now.get();
      sendIt = send;
      now.set({ sent, waiting: [...waiting, ...edits].slice(-mostEdits), refused });
      gather();
    },
    hurry: () => {
      isHurried = isPending(now.get());
      flush();
    },
  };
};

const until = (observable: Observable<unknown>, isThere: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isThere()) return resolve();
    const finish = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = observable.subscribe(() => {
      if (isThere()) finish();
    });
    const timer = setTimeout(finish, longestMs);
  });
