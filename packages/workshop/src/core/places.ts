import type { JsonObject } from '@atelier/kernel/core';

type Written = { readonly kind: string; readonly data: JsonObject };

/**
 * An event of a Workbench without where its folder is on this machine: for those who may not open folders here, and for
 * whoever it is sent to. An automatic checkpoint is described by nothing else.
 */
export const withoutPlaces = <Event extends Written>(event: Event): Event => {
  if (event.kind !== 'workbench.created' && event.kind !== 'checkpoint.created') return event;
  const body = event.data['body'] as JsonObject;
  if (event.kind === 'workbench.created') return { ...event, data: { ...event.data, body: { ...body, folder: null } } };
  if (body['reason'] !== 'auto') return event;
  return { ...event, data: { ...event.data, body: { ...body, description: null } } };
};
