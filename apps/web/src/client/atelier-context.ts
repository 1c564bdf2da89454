import { createContext, useContext } from 'react';
import type { Atelier } from './atelier.ts';

export const AtelierContext = createContext<Atelier | undefined>(undefined);

export const useAtelier = (): Atelier => {
  const atelier = useContext(AtelierContext);
  if (atelier === undefined) throw new Error('useAtelier needs an AtelierContext above it.');
  return atelier;
};
