import type { SeenRequest, Turn } from './script.ts';

type Schema = Readonly<Record<string, unknown>>;
type Offered = { readonly name: string; readonly schema: Schema };

/**
 * A model that hands in what a step's form asks for, whatever it is, over either wire format of OpenAI. Decides when it
 * is asked, from the request itself, so that a script of these is as long as the run needs.
 */
export const dutifulTurn = (seen: readonly SeenRequest[]): Turn => {
  const form = (): Offered | undefined => {
    const body = seen.at(-1)?.body as Schema;
    const said = (body.input ?? body.messages) as readonly Schema[];
    const isAfterCall = said.at(-1)?.type === 'function_call_output' || said.at(-1)?.role === 'tool';
    return isAfterCall ? undefined : offeredIn(body).find(({ name }) => name === 'finish_step');
  };
  return {
    get text() {
      return form() === undefined ? 'Handed in.' : '';
    },
    get toolCalls() {
      const asked = form();
      return asked === undefined
        ? []
        : [{ name: asked.name, input: leastThatFits(asked.schema) as Record<string, never> }];
    },
  };
};

const offeredIn = ({ tools = [] }: Schema): readonly Offered[] =>
  (tools as readonly Schema[]).map((tool) => {
    const of = (tool.function ?? tool) as Schema;
    return { name: String(of.name), schema: of.parameters as Schema };
  });

/** The least that fits a form. */
export const leastThatFits = (schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes('stop') ? 'stop' : schema.enum[0];
  if (Array.isArray(schema.anyOf)) return null;
  if (schema.type === 'array') return [leastThatFits(schema.items as Schema)];
  if (schema.type === 'object' && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties as Schema).map(([name, each]) => [name, leastThatFits(each as Schema)]),
    );
  if (schema.type === 'object') return { evidence: 'high' };
  return schema.type === 'string' ? 'As asked for.' : 1;
};
