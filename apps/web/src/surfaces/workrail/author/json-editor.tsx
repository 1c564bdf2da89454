import type { BuiltinEntry, CompileProblem } from '@atelier/contracts';
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { offersAt } from './completions.ts';
import { differenceOf } from './difference.ts';
import { pathAt, rangeOfPointer } from './pointer.ts';

export type JsonEditorHandle = {
  readonly show: (pointer: string) => void;
  /** Another text in the place of this one; it is reported as if it had been typed. */
  readonly replace: (text: string) => void;
};

type Props = {
  readonly label: string;
  /** What it begins with. From then on the text is the editor's: one handed in would be older than the last key. */
  readonly initial: string;
  readonly onChange: (text: string) => void;
  readonly errors: readonly CompileProblem[];
  readonly warnings: readonly CompileProblem[];
  readonly builtins: readonly BuiltinEntry[];
  readonly schema: Readonly<Record<string, unknown>>;
  readonly handle: Ref<JsonEditorHandle>;
};

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--published-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--draft-text)' },
  { tag: tags.punctuation, color: 'var(--text-faint)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)' },
  '.cm-content, .cm-gutters': { lineHeight: '1.3rem' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '0.375rem',
    boxShadow: 'var(--shadow-mid)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '.cm-completionDetail': { color: 'var(--text-faint)', fontStyle: 'normal' },
});

/** JSON with the product's own knowledge: what may stand here, and what is wrong there. */
const JsonEditor = ({ label, initial, onChange, errors, warnings, builtins, schema, handle }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef({ onChange, builtins, schema });
  told.current = { onChange, builtins, schema };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes reaches it below
  useEffect(() => {
    if (box.current === null) return;
    const complete = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
      const tree = syntaxTree(state);
      const node = tree.resolveInner(pos, -1);
      const quoted = ['String', 'PropertyName'].includes(node.name);
      if (!quoted && !explicit) return null;
      const before = state.sliceDoc(0, quoted ? node.from : pos).trimEnd();
      const slice = (from: number, to: number) => state.sliceDoc(from, to);
      const path = pathAt(tree, slice, node.name === 'PropertyName' ? node.from : pos);
      const isValue = before.endsWith(':') || (node.name !== 'PropertyName' && inList(node));
      const offers = offersAt(path, isValue ? 'value' : 'name', told.current.builtins, told.current.schema);
      return {
        from: quoted ? node.from : pos,
        ...(quoted ? { to: node.to } : {}),
        filter: true,
        options: offers.map(({ label: name, detail, insert }) => ({
          label: quoted ? `"${name}"` : name,
          displayLabel: name,
          detail: detail.length > 60 ? `${detail.slice(0, 58)}…` : detail,
          apply: node.name === 'PropertyName' ? JSON.stringify(name) : insert,
        })),
      };
    };
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: initial,
        extensions: [
          basicSetup,
          json(),
          lintGutter(),
          autocompletion({ override: [complete] }),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    // Lines are measured once the page's own styles stand.
    const frame = requestAnimationFrame(() => made.requestMeasure());
    return () => {
      cancelAnimationFrame(frame);
      made.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const tree = syntaxTree(editor.state);
    const place = (problem: CompileProblem, severity: Diagnostic['severity']): Diagnostic => ({
      ...rangeOfPointer(tree, (from, to) => editor.state.sliceDoc(from, to), problem.pointer),
      severity,
      message: problem.fix === undefined ? problem.message : `${problem.message} ${problem.fix}`,
    });
    const found = [
      ...errors.map((problem) => place(problem, 'error')),
      ...warnings.map((problem) => place(problem, 'warning')),
    ];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [errors, warnings]);

  useImperativeHandle(handle, () => ({
    replace: (text) => {
      const editor = view.current;
      if (editor === undefined) return;
      // Only what differs: the place of the cursor, and one step of undo, stay what they are.
      const change = differenceOf(editor.state.doc.toString(), text);
      if (change !== undefined) editor.dispatch({ changes: change });
    },
    show: (pointer) => {
      const editor = view.current;
      if (editor === undefined) return;
      const { from, to } = rangeOfPointer(
        syntaxTree(editor.state),
        (start, end) => editor.state.sliceDoc(start, end),
        pointer,
      );
      editor.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      editor.focus();
    },
  }));

  return <div ref={box} dir="ltr" className="h-full min-h-0 overflow-hidden" />;
};

/** Whether the nearest thing around is a list, not an object. */
const inList = (start: ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>): boolean => {
  for (let node: typeof start | null = start; node; node = node.parent) {
    if (node.name === 'Array') return true;
    if (node.name === 'Object' || node.name === 'Property') return false;
  }
  return false;
};

export default JsonEditor;
