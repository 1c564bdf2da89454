import type { Json } from '@atelier/kernel/core';
import type { SessionSettings } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import type { SkillWorld } from '../skills/world.ts';
import { tokenEstimate } from './fence.ts';

const mostTokens = 600;
const headLength = 120;

/** The little a router needs: where the project stands, never what is written in it. */
export const routerContext = (
  world: SkillWorld,
  session: Pick<SessionSettings, 'pinnedStage' | 'pinnedChannel' | 'selectedElementIds' | 'lastSkillId'>,
  routes: readonly string[],
): Json => {
  const { records } = world;
  const labels = session.selectedElementIds.flatMap((id) => {
    const name = records.element.get(id)?.name;
    return name ? [(name.he ?? name.en ?? '').slice(0, 40)] : [];
  });
  const write = (selected: readonly string[], heads: readonly string[]): Json => ({
    projectStage: projectOf(records).projectStage,
    pins: { stage: session.pinnedStage, channel: session.pinnedChannel },
    counts: {
      elements: liveOf(records.element).length,
      tasks: liveOf(records.task).length,
      lines: liveOf(records.materialLine).length + liveOf(records.workLine).length,
      openFlags: world.flags.length,
    },
    selected: [...selected],
    hasDraft: world.draft !== null,
    lastSkillId: session.lastSkillId,
    lastMessages: [...heads],
    routes: [...routes],
  });
  const heads = world.messages
    .slice(-2)
    .map(({ role, text }) => `${role}: ${text.replace(/\s+/g, ' ').slice(0, headLength)}`);
  for (let count = labels.length; count >= 0; count -= 1) {
    const data = write(labels.slice(0, count), heads);
    if (tokenEstimate(JSON.stringify(data)) <= mostTokens) return data;
  }
  return write([], []);
};
