import type { StudioPorts } from '../ports/index.ts';
import { answerDeltaId } from '../view/show.ts';

type Turn = { readonly turnId: string; readonly userId: string };

/** Tells an answer as it is written to the person who asked; nothing of it is recorded before it is whole. */
export const sayAnswer = ({ tell }: Pick<StudioPorts, 'tell'>, stream: string, { turnId, userId }: Turn) => {
  const id = answerDeltaId(userId, turnId);
  let told = '';
  let isBegun = false;
  return {
    onSaid: (soFar: string): void => {
      if (soFar === told) return;
      const offset = soFar.startsWith(told) ? told.length : 0;
      tell(stream, { kind: 'text', id, offset, text: soFar.slice(offset) });
      told = soFar;
      isBegun = true;
    },
    end: (): void => {
      if (isBegun) tell(stream, { kind: 'ended', id });
    },
  };
};
