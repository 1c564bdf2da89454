import { FileUp } from 'lucide-react';
import { useEffect } from 'react';
import { useProjection } from '../../client/use-projection.ts';
import { pageDrop } from './page-drop.ts';

/** Shown over the whole page while files hang above it and somebody takes them. Also keeps the guard. */
export const PageDropVeil = () => {
  const target = useProjection(pageDrop.target);
  const isOver = useProjection(pageDrop.isOver);
  useEffect(() => pageDrop.guard(document), []);
  if (!isOver || target === undefined) return null;
  return (
    <div
      data-drop-veil
      className="pointer-events-none fixed inset-2 z-50 flex animate-fade items-center justify-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/85"
    >
      <p className="flex items-center gap-3 rounded-md bg-raised px-5 py-3 font-medium text-lg shadow-mid">
        <FileUp size={20} aria-hidden="true" className="text-accent-text" />
        {target.label}
      </p>
    </div>
  );
};
