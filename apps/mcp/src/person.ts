import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { type Asked, formOf, type Person, personIn, personOf } from './tools/question.ts';

/** A form is filled in at a person's pace. */
const ANSWER_MS = 10 * 60_000;

type Capabilities = { readonly elicitation?: object | undefined };

/**
 * Whether this call's client can ask its user, or what the user said to it. Newer clients say so with every call,
 * older ones once; nothing of it is kept.
 */
export const personFor = ({ mcpReq }: ServerContext, once: Capabilities | undefined): Person | undefined => {
  if (mcpReq.inputResponses !== undefined) return personIn(mcpReq.inputResponses);
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const stated = (envelope[CLIENT_CAPABILITIES_META_KEY] as Capabilities | undefined) ?? once;
  const elicitation = stated?.elicitation as { form?: object; url?: object } | undefined;
  const showsForms = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  return showsForms ? 'can_be_asked' : undefined;
};

/** A client that fails to ask is treated like one that cannot. */
export const askNow = async ({ mcpReq }: ServerContext, asked: Asked): Promise<Person | undefined> => {
  try {
    return personOf(await mcpReq.elicitInput(formOf(asked), { timeout: ANSWER_MS }));
  } catch {
    return undefined;
  }
};
