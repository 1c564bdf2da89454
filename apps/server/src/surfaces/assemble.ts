import { contract } from '@atelier/contracts';
import type { Caller } from '../caller.ts';
import { refuse } from '../http/refuse.ts';
import { systemTroubleOf } from '../installation/system-trouble.ts';
import type { CreateSurface, Surface, SurfaceKit } from './surface.ts';

/** Its surface could not start: an answer, not a fault. */
export class SurfaceUnavailable extends Error {
  readonly surface: string;
  constructor(surface: string) {
    super(`The surface ${surface} could not start.`);
    this.surface = surface;
  }
}

/** Taken one name at a time, types cannot say that this handler belongs to this command; `Handlers` has said it. */
type Handler = (params: unknown, caller: Caller) => Promise<never>;

/**
 * Creates and starts the surfaces, each for itself: one that cannot start answers with a refusal and leaves the others
 * alone. What the system refuses (a full disk, a database that is away) concerns them all and is thrown.
 */
export const assembleSurfaces = (
  creators: readonly CreateSurface[],
  kit: SurfaceKit,
  onFault: (cause: unknown, where: string) => void,
) => {
  const failed = new Set<string>();
  const fail = (name: string, cause: unknown): void => {
    if (systemTroubleOf(cause) !== undefined) throw cause;
    failed.add(name);
    onFault(cause, `start of surface ${name}`);
  };

  const created = creators.flatMap((create, at) => {
    const name = create.surface ?? `surface ${at + 1}`;
    try {
      return [{ name, surface: guarded(name, create(kit), () => failed.has(name)) }];
    } catch (cause) {
      fail(name, cause);
      return [];
    }
  });
  const surfaces = created.map(({ surface }) => surface);
  if (failed.size > 0) surfaces.push(answerForMissing(surfaces, [...failed].join(', ')));

  return {
    surfaces,
    start: async (): Promise<void> => {
      await Promise.all(
        created.map(async ({ name, surface }) => {
          try {
            await surface.start?.();
          } catch (cause) {
            fail(name, cause);
          }
        }),
      );
    },
    /** Names of those that could not start. */
    unavailable: (): readonly string[] => [...failed],
  };
};

const guarded = (name: string, surface: Surface, isDown: () => boolean): Surface => {
  const { routes, mcp } = surface;
  const handlers = Object.entries(surface.handlers).map(([command, handle]) => {
    const asked: Handler = (params, caller) =>
      isDown() ? Promise.reject(new SurfaceUnavailable(name)) : (handle as Handler)(params, caller);
    return [command, asked];
  });
  return {
    ...surface,
    handlers: Object.fromEntries(handlers),
    ...(routes && {
      routes: routes.map((route) => ({
        ...route,
        serve: (c, caller) =>
          isDown() ? refuse(c.req.path, 'SURFACE_UNAVAILABLE', { surface: name }) : route.serve(c, caller),
      })),
    }),
    ...(mcp && {
      mcp: async (request, caller) =>
        isDown() ? refuse('/mcp', 'SURFACE_UNAVAILABLE', { surface: name }) : mcp(request, caller),
    }),
  };
};

/** A surface that could not even be created left commands that nobody answers. */
const answerForMissing = (surfaces: readonly Surface[], name: string): Surface => {
  const answered = new Set(surfaces.flatMap(({ handlers }) => Object.keys(handlers)));
  const missing = Object.keys(contract).filter((command) => !answered.has(command));
  const refuseIt = () => Promise.reject(new SurfaceUnavailable(name));
  return { handlers: Object.fromEntries(missing.map((command) => [command, refuseIt])), streams: {} };
};
