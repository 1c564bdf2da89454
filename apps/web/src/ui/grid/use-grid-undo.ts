import { type KeyboardEvent, useState } from 'react';
import { type EditBatch, noHistory, recorded, redone, type Step, undone } from './grid-undo.ts';

/** Gives a grid undo and redo: `edit` goes to the grid, the keys to whatever is around it. */
export const useGridUndo = (apply: (batch: EditBatch) => void) => {
  const [history, setHistory] = useState(noHistory);
  const take = (step: Step | undefined) => {
    if (step === undefined) return;
    setHistory(step.history);
    apply(step.apply);
  };
  const undo = () => take(undone(history));
  const redo = () => take(redone(history));
  return {
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    undo,
    redo,
    edit: (batch: EditBatch) => {
      setHistory(recorded(history, batch));
      apply(batch);
    },
    onKeyDown: (event: KeyboardEvent) => {
      // In a field the keys belong to its own text.
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.code !== 'KeyZ' && event.code !== 'KeyY') return;
      event.preventDefault();
      if (event.code === 'KeyY' || event.shiftKey) redo();
      else undo();
    },
  };
};
