import { useState } from 'react';

/** Which sessions are chosen. With Shift, everything between two boxes is. */
export const useChosen = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<number>();
  return {
    chosen,
    clear: () => setChosen(new Set()),
    chooseAll: (ids: readonly string[]) => setChosen(new Set(ids)),
    choose: (index: number, isChosen: boolean, isRange: boolean, idAt: (index: number) => string | undefined) => {
      const from = isRange && last !== undefined ? last : index;
      const [first, end] = from < index ? [from, index] : [index, from];
      const next = new Set(chosen);
      for (let at = first; at <= end; at += 1) {
        const id = idAt(at);
        if (id === undefined) continue;
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      setChosen(next);
      setLast(index);
    },
  };
};
