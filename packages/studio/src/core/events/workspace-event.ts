import type { LogEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { UserId } from '../domain/primitives.ts';
import {
  Company,
  DirectoryRecord,
  PolicyVersion,
  PriceListVersion,
  ProjectCard,
  ProjectDefaults,
  ReservedNumber,
  SkillOverride,
  StudioModels,
} from '../domain/workspace.ts';

const kind = <Kind extends string, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) =>
  z.object({ kind: z.literal(name), data: z.strictObject({ by: UserId, via: UserId.exactOptional(), ...shape }) });

/** What all projects share: the stream `studio`. */
export const WorkspaceEventBody = z.discriminatedUnion('kind', [
  /** A project is new, or its card changed: the whole card each time. */
  kind('project.listed', { card: ProjectCard }),
  kind('policy.published', { policy: PolicyVersion }),
  kind('company.set', { company: Company }),
  kind('priceList.published', { list: PriceListVersion }),
  kind('defaults.set', { defaults: ProjectDefaults }),
  kind('models.set', { models: StudioModels }),
  kind('directory.recorded', { record: DirectoryRecord }),
  kind('skill.overridden', { override: SkillOverride }),
  kind('skill.reverted', { skillId: z.string() }),
  kind('skills.synced', {
    skills: z.array(
      z.strictObject({ skillId: z.string(), version: z.string(), promptHash: z.string(), schemaHash: z.string() }),
    ),
  }),
  kind('quoteNumber.reserved', { reserved: ReservedNumber }),
  kind('router.breakerChanged', { open: z.boolean(), share: z.number() }),
]);
export type WorkspaceEventBody = z.infer<typeof WorkspaceEventBody>;
export type WorkspaceEvent = WorkspaceEventBody & { readonly seq: number; readonly at: string };

export const readWorkspaceEvent = (event: LogEvent): WorkspaceEvent | undefined => {
  const body = WorkspaceEventBody.safeParse({ kind: event.kind, data: event.data });
  return body.success ? { ...body.data, seq: event.seq, at: event.at } : undefined;
};
