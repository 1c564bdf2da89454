import '../../../ui/diff/diff.css';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../code/markdown.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useOrigin } from '../past/origin-context.ts';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { useBytes } from './use-bytes.ts';

type Props = { readonly source: FileSource; readonly focus: Focus };

/** A text with its lines; Markdown also as it is meant to look. */
const TextView = ({ source, focus }: Props) => {
  const { t } = useTranslation('workshop');
  const { bytes, error } = useBytes(source);
  const isMarkdown = /\.(md|markdown)$/i.test(source.path);
  const [look, setLook] = useState<'read' | 'source'>('read');
  const text = useMemo(() => (bytes === undefined ? undefined : new TextDecoder().decode(bytes)), [bytes]);
  if (error !== null) {
    return (
      <div className="p-4">
        <Banner tone="danger" title={t('viewer.failed')} />
      </div>
    );
  }
  if (text === undefined) {
    return (
      <div className="p-4">
        <SkeletonLines lines={8} />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {isMarkdown && (
        <div className="flex shrink-0 border-line border-b bg-sunken px-3 py-1.5">
          <Segmented
            label={t('review.view')}
            value={look}
            onChange={setLook}
            choices={[
              { value: 'read', label: t('viewer.formatted') },
              { value: 'source', label: t('viewer.text') },
            ]}
          />
        </div>
      )}
      {isMarkdown && look === 'read' ? (
        <section
          aria-label={source.path}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-6 py-5 outline-offset-[-2px]"
        >
          <Markdown whileLoading={<SkeletonLines lines={6} />} text={text} />
        </section>
      ) : (
        <Lines label={source.path} text={text} line={focus.line} />
      )}
    </div>
  );
};

type LinesProps = { readonly label: string; readonly text: string; readonly line: number | undefined };

const setPointed = StateEffect.define<number>();
const pointedMark = Decoration.line({ class: 'bg-accent-soft' });
/** The line that somebody points at stands out. */
const pointedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, change) => {
    const effect = change.effects.find((each) => each.is(setPointed));
    if (!effect) return marks;
    return Decoration.set([pointedMark.range(change.state.doc.line(effect.value).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const Lines = ({ label, text, line }: LinesProps) => {
  const box = useRef<HTMLDivElement>(null);
  const origin = useOrigin();
  const pointed = useRef(0);
  const point = useRef((_view: EditorView, _line: number): boolean => false);
  point.current = (view, at) => {
    if (origin === undefined) return false;
    pointed.current = at;
    view.dispatch({
      effects: [setPointed.of(at), EditorView.scrollIntoView(view.state.doc.line(at).from, { y: 'nearest' })],
    });
    origin({ kind: 'line', line: at });
    return true;
  };
  useEffect(() => {
    const parent = box.current;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          lineNumbers(),
          // Without an editor's cursor a line is pointed at by a click or by the arrow keys.
          EditorView.domEventHandlers({
            click: (event, view) => {
              const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
              if (at !== null) point.current(view, view.state.doc.lineAt(at).number);
            },
            keydown: (event, view) => {
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
              if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
              const next = Math.min(view.state.doc.lines, Math.max(1, pointed.current + step));
              if (point.current(view, next)) event.preventDefault();
            },
          }),
          pointedLine,
        ],
      }),
    });
    if (line !== undefined && line > 0 && line <= editor.state.doc.lines) {
      editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.doc.line(line).from, { y: 'center' }) });
    }
    return () => editor.destroy();
  }, [label, text, line]);
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="text-diff min-h-0 flex-1 overflow-auto"
    />
  );
};

/** A default export, so that the editor is fetched only where a text is shown. */
export default TextView;
