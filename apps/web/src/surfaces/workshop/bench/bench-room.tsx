import type { ModelsView, WorkbenchView } from '@atelier/contracts';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TalkContext } from '../../../conversation/talk.ts';
import { useIsViewer } from '../../../people/use-people.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Panes } from '../../../ui/panes/panes.tsx';
import { useWidth } from '../../../ui/panes/use-width.ts';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { usePageDrop } from '../../../ui/upload/use-page-drop.ts';
import { mentionRequests } from '../chat/mention-requests.ts';
import { ArriveDialog } from '../files/arrive-dialog.tsx';
import { FilePanel } from '../files/file-panel.tsx';
import { type AddFiles, useAddFiles } from '../files/use-add-files.ts';
import { useLocked } from '../files/use-locked.ts';
import { usePastedPicture } from '../files/use-pasted-picture.ts';
import { usePastedTable } from '../files/use-pasted-table.ts';
import { BenchAnnouncer } from './bench-announcer.tsx';
import { BenchBar } from './bench-bar.tsx';
import { BenchContext, useBench } from './bench-context.ts';
import { askAboutDraft } from './draft-choice.ts';
import { DraftChoiceDialog } from './draft-choice-dialog.tsx';
import { DraftReminder } from './draft-reminder.tsx';
import { SightChoiceDialog } from './sight-choice-dialog.tsx';
import { useActs } from './use-acts.ts';
import { useBenchKeys } from './use-bench-keys.ts';
import { useOpensReview } from './use-opens-review.ts';
import { useTalkOf } from './use-talk-of.ts';

type Props = { readonly workbenchId: string; readonly view: WorkbenchView; readonly models: ModelsView };

/** What every place of a Workbench shares: its bar, its files, its keys, and the acts a person can do in it. */
export const BenchRoom = ({ workbenchId, view, models }: Props) => {
  const acts = useActs(workbenchId);
  const modelId = view.modelId ?? models.defaultModel.modelId;
  const talk = useTalkOf(workbenchId, modelId, acts);
  const bench = useMemo(
    () => ({ workbenchId, view, models, modelId, acts }),
    [workbenchId, view, models, modelId, acts],
  );
  usePageTitle(view.name);
  return (
    <BenchContext value={bench}>
      <TalkContext value={talk}>
        <Room />
      </TalkContext>
    </BenchContext>
  );
};

/** Below this the files are a sheet that is opened, not a pane. */
const roomForFiles = 860;

const Room = () => {
  const { t } = useTranslation('workshop');
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [areFilesOpen, setFilesOpen] = useState(false);
  const files = useAddFiles();
  const locked = useLocked();
  useOpensReview();
  useBenchKeys();
  const { view } = useBench();
  const isViewer = useIsViewer();
  // A Draft can be settled on the spot; a run or a comparison has to end first.
  const canTake = locked === undefined || (view.state.startsWith('draft') && !isViewer);
  const whenFree = async (take: () => unknown) => {
    if (!canTake) return toasts.show({ title: locked });
    if (locked === undefined || (await askAboutDraft())) take();
  };
  usePageDrop(locked ?? t('files.drop'), (incoming) => void whenFree(() => files.take(incoming)));
  usePastedTable(canTake, (file) => {
    void whenFree(() => files.take({ files: [{ path: file.name, file }], unreadable: [] }, true));
  });
  const mention = (name: string) => {
    setFilesOpen(false);
    mentionRequests.set({ name });
    navigate({ to: '/workshop/$workbenchId', from: '/workshop/$workbenchId' as never }).catch(console.error);
  };
  // Whoever pastes a screenshot is about to ask something about it.
  usePastedPicture((name, file) => {
    void whenFree(async () => {
      const [added] = await files.add([{ name, file }]);
      if (added !== undefined) mention(added);
    });
  });
  // Review has a list of files of its own, and needs the room.
  const isReview = useRouterState({ select: ({ location }) => /\/(review|compare|answers)$/.test(location.pathname) });
  const hasRoom = width === undefined || width >= roomForFiles;
  const isWide = hasRoom && !isReview;
  return (
    <div ref={box} className="flex h-full min-h-[30rem] min-w-0 flex-col">
      <SkipLinks hasFiles={isWide} />
      <BenchBar {...(isWide ? {} : { onFiles: () => setFilesOpen(true) })} />
      <DraftReminder />
      <Rooms files={files} onMention={mention} isWide={isWide} />
      {!isWide && (
        <SideSheet open={areFilesOpen} onOpenChange={setFilesOpen} title={t('files.title')}>
          <FilePanel files={files} onMention={mention} onGone={() => setFilesOpen(false)} />
        </SideSheet>
      )}
      <ArriveDialog files={files} />
      <DraftChoiceDialog />
      <SightChoiceDialog />
      <BenchAnnouncer />
    </div>
  );
};

const Main = (): ReactNode => (
  <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
    <Outlet />
  </div>
);

type RoomsProps = {
  readonly files: AddFiles;
  readonly onMention: (name: string) => void;
  readonly isWide: boolean;
};

/** The place, beside the files where there is room. It stays the same one when the room changes: a dialog in it, too. */
const Rooms = ({ files, onMention, isWide }: RoomsProps) => {
  const { t } = useTranslation('workshop');
  const beside = {
    id: 'files',
    label: t('files.title'),
    size: 22,
    least: 220,
    collapsible: true,
    scrollsItself: true,
    content: <FilePanel files={files} onMention={onMention} />,
  };
  const size = isWide ? { size: 78, least: 420 } : { size: 100 };
  const main = { id: 'main', label: t('bench.label'), ...size, scrollsItself: true, content: <Main /> };
  return <Panes name="workbench" narrowBelow={0} panes={isWide ? [beside, main] : [main]} />;
};

/** The first stops of the keyboard, after the shell's own. */
const SkipLinks = ({ hasFiles }: { readonly hasFiles: boolean }) => {
  const { t } = useTranslation('workshop');
  const links = [
    { href: 'workbench-composer', label: t('bench.skipToComposer') },
    ...(hasFiles ? [{ href: 'workbench-files', label: t('bench.skipToFiles') }] : []),
  ];
  return links.map(({ href, label }) => (
    <a
      key={href}
      href={`#${href}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(href)?.focus();
      }}
      className="sr-only z-50 rounded-sm bg-raised px-3 py-2 shadow-high focus:not-sr-only focus:absolute focus:start-3 focus:top-3"
    >
      {label}
    </a>
  ));
};
