import type { BenchRuns } from '@atelier/workshop';
import type { ModelRefused } from '../../services/models.ts';
import type { SurfaceKit } from '../surface.ts';
import type { Workshop } from './workshop.ts';

export type TalkDeps = {
  readonly kit: SurfaceKit;
  readonly open: () => Promise<Workshop>;
  readonly runs: () => Promise<BenchRuns>;
};

/** A list of models that cannot be read is the store's trouble, not the model's. */
export const modelRefused = (refused: ModelRefused): { readonly code: string } =>
  refused.code === 'LOG_UNAVAILABLE' ? { code: 'STORE_UNHEALTHY' } : refused;
