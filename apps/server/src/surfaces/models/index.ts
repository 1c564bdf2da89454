import { type CommandName, chatLabCommands, modelsCommands } from '@atelier/contracts';
import type { CreateSurface, Handlers } from '../surface.ts';

/** Models and the chat lab. Until their store is part of this build every command says that it is not available. */
export const createModelsSurface: CreateSurface = () => {
  const names = Object.keys({ ...modelsCommands, ...chatLabCommands }) as CommandName[];
  const unavailable = async () => ({
    ok: false,
    error: { code: 'STORE_UNHEALTHY', message: 'Models are not available yet.', retry: { kind: 'not_retryable' } },
  });
  return {
    handlers: Object.fromEntries(names.map((name) => [name, unavailable])) as unknown as Partial<Handlers<CommandName>>,
    streamKinds: ['models', 'chat'],
  };
};
