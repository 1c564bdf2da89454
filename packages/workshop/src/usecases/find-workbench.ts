import { err, ok, type Result } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import type { WorkbenchId } from '../core/ids.ts';
import type { Benches } from '../ports/index.ts';

type Listed = { readonly id: WorkbenchId; readonly name: string };
type NotFound =
  | { readonly code: 'SEVERAL_WORKBENCHES'; readonly ids: readonly string[] }
  | { readonly code: 'WORKBENCH_NOT_FOUND'; readonly names: readonly string[] };

/** A Workbench by its id or by the name people call it. */
export const findWorkbench = async (
  log: Pick<EventLog, 'list'>,
  benches: Benches,
  wanted: string,
): Promise<Result<Listed, NotFound>> => {
  const all: Listed[] = [];
  for (const stream of await log.list('bench')) {
    const now = await benches.at(stream);
    if (now.ok && now.value.state.id && !now.value.state.isDeleted)
      all.push({ id: now.value.state.id, name: now.value.state.name });
  }
  const key = wanted.normalize('NFC').trim().toLowerCase();
  const exact = all.filter(({ id, name }) => id === wanted || name === wanted);
  const alike = exact.length > 0 ? exact : all.filter(({ name }) => name.normalize('NFC').toLowerCase() === key);
  const [only] = alike;
  if (only && alike.length === 1) return ok(only);
  return alike.length > 1
    ? err({ code: 'SEVERAL_WORKBENCHES', ids: alike.map(({ id }) => id) })
    : err({ code: 'WORKBENCH_NOT_FOUND', names: all.map(({ name }) => name) });
};

const mostNames = 20;

/** For programs that speak to a person on a command line. */
export const notFoundToSentence = (refused: NotFound, wanted: string): string => {
  if (refused.code === 'SEVERAL_WORKBENCHES')
    return `Several Workbenches are called "${wanted}". Name one by its id: ${refused.ids.join(', ')}.`;
  const names = refused.names.slice(0, mostNames).map((name) => `"${name}"`);
  const others = names.length > 0 ? `There are: ${names.join(', ')}.` : 'Make one in Atelier first, under Workshop.';
  return `There is no Workbench called "${wanted}". ${others}`;
};
