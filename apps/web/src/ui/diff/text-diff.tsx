import './diff.css';
import { getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { useWidth } from '../panes/use-width.ts';
import { Segmented } from '../segmented.tsx';
import { lineDiff } from './line-diff.ts';

type View = 'both' | 'together' | 'before' | 'after';

type Props = {
  /** Names what is compared. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
};

/** Side by side needs this much room for two readable columns. */
const roomForTwo = 640;

/** Two versions of a text: what was deleted and inserted, word by word, one change after the other. */
const TextDiff = ({ label, before, after }: Props) => {
  const { t, i18n } = useTranslation('parts');
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const width = useWidth(frame);
  const [chosen, setChosen] = useState<View>('both');
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const view = chosen === 'both' && width !== undefined && width < roomForTwo ? 'together' : chosen;
  const isMeasured = width !== undefined;

  const words = useMemo(() => ({ $unchanged: t('diff.unchanged'), label: t('diff.of', { label }) }), [t, label]);
  useEffect(() => {
    const parent = box.current;
    if (parent === null || !isMeasured) return;
    const base: Extension = [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ 'aria-label': words.label, tabindex: '0' }),
      EditorState.phrases.of({ '$ unchanged lines': words.$unchanged }),
      lineNumbers(),
    ];
    const merge = {
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: true,
      diffConfig: { override: lineDiff },
    };
    setAt(0);
    if (view === 'both') {
      const merged = new MergeView({
        parent,
        a: { doc: before, extensions: base },
        b: { doc: after, extensions: base },
        ...merge,
      });
      editor.current = merged.b;
      setCount(merged.chunks.length);
      return () => merged.destroy();
    }
    const single = new EditorView({
      parent,
      state: EditorState.create({
        doc: view === 'before' ? before : after,
        extensions:
          view === 'together' ? [base, unifiedMergeView({ original: before, mergeControls: false, ...merge })] : base,
      }),
    });
    editor.current = single;
    if (view === 'together') setCount(getChunks(single.state)?.chunks.length ?? 0);
    return () => single.destroy();
  }, [before, after, view, isMeasured, words]);

  const go = (step: 1 | -1) => {
    const shown = editor.current;
    if (shown === undefined || count === 0) return;
    (step === 1 ? goToNextChunk : goToPreviousChunk)({
      state: shown.state,
      dispatch: (change) => shown.dispatch(change),
    });
    const place = shown.state.selection.main.head;
    const chunks = getChunks(shown.state)?.chunks ?? [];
    setAt(
      Math.max(
        0,
        chunks.findIndex(({ fromB, toB }) => place >= fromB && place <= toB),
      ) + 1,
    );
    shown.dispatch({ effects: EditorView.scrollIntoView(place, { y: 'center' }) });
  };
  const isComparing = view === 'both' || view === 'together';
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b bg-sunken px-3 py-1.5">
        <Segmented
          label={t('diff.view')}
          value={chosen}
          onChange={setChosen}
          choices={[
            { value: 'both', label: t('diff.both') },
            { value: 'together', label: t('diff.together') },
            { value: 'before', label: t('diff.before') },
            { value: 'after', label: t('diff.after') },
          ]}
        />
        {isComparing && (
          <div className="ms-auto flex items-center gap-1">
            <span role="status" className="text-muted text-sm tabular-nums">
              {at === 0 ? t('diff.count', { count }) : t('diff.at', { at, count })}
            </span>
            <IconButton
              label={t('diff.previous')}
              icon={<ChevronUp size={15} />}
              disabled={count === 0}
              onClick={() => go(-1)}
            />
            <IconButton
              label={t('diff.next')}
              icon={<ChevronDown size={15} />}
              disabled={count === 0}
              onClick={() => go(1)}
            />
          </div>
        )}
      </div>
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        lang={i18n.language}
        className="text-diff min-h-0 flex-1 overflow-auto"
      />
    </div>
  );
};

/** A default export, so that the editor is only fetched where texts are compared. */
export default TextDiff;
