import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import type { ProjectRoleName, Reply } from './command.ts';
import { installCommands } from './install/commands.ts';
import { labCommands } from './lab/commands.ts';
import { chatLabCommands } from './models/chat/commands.ts';
import { modelsCommands } from './models/commands.ts';
import { peopleCommands } from './people/commands.ts';
import { railsCommands } from './rails/commands.ts';
import type { Role } from './roles.ts';
import { studioAdminCommands } from './studio/admin-commands.ts';
import { studioCommands } from './studio/commands.ts';
import { studioQuoteCommands } from './studio/quote-commands.ts';
import { workshopCommands } from './workshop/commands.ts';

type Commands = Readonly<Record<string, AnyContractProcedure>>;
type All<Surface> = (Surface extends unknown ? (surface: Surface) => void : never) extends (all: infer Every) => void
  ? { readonly [Name in keyof Every]: Every[Name] }
  : never;

/** Command names are unique over all surfaces: two of one name would silently hide each other. */
export const joinSurfaces = <const Surfaces extends readonly Commands[]>(
  ...surfaces: Surfaces
): All<Surfaces[number]> => {
  const joined: Record<string, AnyContractProcedure> = {};
  for (const [name, procedure] of surfaces.flatMap((surface) => Object.entries(surface))) {
    if (Object.hasOwn(joined, name)) throw new Error(`Two surfaces define the command ${name}.`);
    joined[name] = procedure;
  }
  return joined as All<Surfaces[number]>;
};

/** Every command, by the name it is called by. A surface has one folder beside this file and one line here. */
export const contract = joinSurfaces(
  installCommands,
  peopleCommands,
  labCommands,
  railsCommands,
  modelsCommands,
  chatLabCommands,
  workshopCommands,
  studioCommands,
  studioQuoteCommands,
  studioAdminCommands,
);
export type Contract = typeof contract;
export type CommandName = keyof Contract;

/** The least role that may send a command. */
export const roleOf = (name: CommandName): Role => contract[name]['~orpc'].meta.role;

/** The least role in the project it names; undefined for a command that is about no one project. */
export const projectRoleOf = (name: CommandName): ProjectRoleName | undefined => contract[name]['~orpc'].meta.project;

export type ParamsOf<Name extends CommandName> = InferContractRouterInputs<Contract>[Name];
export type ReplyOf<Name extends CommandName> = InferContractRouterOutputs<Contract>[Name];
export type ValueOf<Name extends CommandName> = ReplyOf<Name> extends Reply<infer Value, string> ? Value : never;
export type RefusalCodeOf<Name extends CommandName> = ReplyOf<Name> extends Reply<unknown, infer Code> ? Code : never;
