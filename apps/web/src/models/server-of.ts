import type { ModelsView } from '@atelier/contracts';

/** The server a local model runs on, and whether that is this computer; undefined for a provider's model. */
export const serverOf = (
  modelId: string,
  { models, endpoints }: Pick<ModelsView, 'models' | 'endpoints'>,
): { readonly host: string; readonly isHere: boolean } | undefined => {
  const endpointId = models.find((model) => model.modelId === modelId)?.endpointId;
  const url = endpoints.find((endpoint) => endpoint.endpointId === endpointId)?.url;
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { host, hostname } = new URL(url);
  return { host, isHere: hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname) };
};
