import type { ToolDefinition } from '../tools/definition.ts';
import { type Schema, strictSchema, typesOf } from '../tools/json-schema.ts';

/** The operations of a tool in one line each, taken from its schema, so that a skill cannot promise what is not there. */
export const capabilityCatalog = ({ name, params }: ToolDefinition): string => {
  const schema = strictSchema(params);
  const variants = schema.properties?.operations?.items?.anyOf ?? [];
  return [`\`${name}\` operations (\`?\` may be null):`, ...variants.map((variant) => `- ${signature(variant)}`)].join(
    '\n',
  );
};

const signature = ({ properties = {} }: Schema): string => {
  const { op, ...fields } = properties;
  const list = Object.entries(fields).map(([key, field]) => `${key}${typesOf(field).includes('null') ? '?' : ''}`);
  return `\`${String(op?.enum?.[0])}\`${list.length === 0 ? '' : ` ${list.join(', ')}`}`;
};
