import type { ParamsOf } from '@atelier/contracts';
import { createContext, use } from 'react';

/** A cell, a line or a paragraph of a file. */
export type Place = ParamsOf<'WorkshopBlame'>['place'];

/** Told where somebody points, and whether they ask at once; absent where the file is not the one of now. */
export const OriginContext = createContext<((place: Place, isAsked?: boolean) => void) | undefined>(undefined);

export const useOrigin = () => use(OriginContext);
