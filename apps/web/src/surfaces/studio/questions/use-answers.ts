import type { Answers } from '@atelier/contracts/studio';
import { useEffect, useRef, useState } from 'react';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

/** A pause in typing is stored, and never more often than every two seconds. */
const pauseMs = 1_000;
const apartMs = 2_000;

/** What a person typed: shown at once, stored a moment later, and there again after a reload. */
export const useAnswers = (project: ProjectStore) => {
  const { session } = useProjectView(project);
  const act = useAct(project);
  const [typed, setTyped] = useState<Answers>({});
  const unsent = useRef<Answers>({});
  const lastSent = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(act);
  latest.current = act;

  const store = () => {
    const answers = unsent.current;
    clearTimeout(timer.current);
    if (Object.keys(answers).length === 0) return;
    unsent.current = {};
    lastSent.current = Date.now();
    void latest.current({ type: 'saveAnswerDraft', answers });
  };
  // Whoever leaves the panel in mid-word loses nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is left
  useEffect(() => store, []);

  const { draftAnswers } = session.settings;
  return {
    valueOf: (qid: string) => (Object.hasOwn(typed, qid) ? typed[qid] : draftAnswers[qid]) ?? null,
    set: (qid: string, value: Answers[string]) => {
      setTyped((now) => ({ ...now, [qid]: value }));
      unsent.current = { ...unsent.current, [qid]: value };
      clearTimeout(timer.current);
      timer.current = setTimeout(store, Math.max(pauseMs, lastSent.current + apartMs - Date.now()));
    },
    /** Everything typed and not saved, of these questions. */
    pending: (qids: readonly string[]): Answers =>
      Object.fromEntries(
        qids.flatMap((qid) => {
          const value = Object.hasOwn(typed, qid) ? typed[qid] : draftAnswers[qid];
          return value === undefined || value === null ? [] : [[qid, value]];
        }),
      ),
    /** On their way to be saved: storing them as typed behind that would bring them back. */
    hold: (qids: readonly string[]) => {
      for (const qid of qids) delete unsent.current[qid];
    },
    /** These are saved now: what was typed of them is no longer pending. */
    settle: (qids: readonly string[]) => {
      for (const qid of qids) delete unsent.current[qid];
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([qid]) => !qids.includes(qid))));
    },
  };
};
