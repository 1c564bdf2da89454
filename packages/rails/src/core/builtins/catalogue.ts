import type { Json, JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';
import { byCodeUnit } from '../ids.ts';
import type { Builtins } from './builtins.ts';
import type { TemplateArgSpec } from './templates.ts';

/** What an author can refer to, from the definitions the compiler itself uses: it cannot name what does not exist. */
export type CatalogueEntry = {
  readonly kind: 'template' | 'feature' | 'ref' | 'contract';
  readonly id: string;
  readonly summary: string;
  /** JSON Schema of `args` or `config`; without properties where there is nothing to give. */
  readonly argSchema: JsonObject;
  /** A fragment to paste into a workflow. */
  readonly snippet: Json;
  readonly detail?: JsonObject;
};

export const catalogueOf = ({ templates, features, refs, contracts }: Builtins): readonly CatalogueEntry[] => [
  ...[...templates.values()].sort(by('templateId')).map(
    ({ templateId, summary, args }): CatalogueEntry => ({
      kind: 'template',
      id: templateId,
      summary,
      argSchema: argSchema(args),
      snippet: {
        type: 'template_call',
        id: templateId.slice(templateId.lastIndexOf('.') + 1),
        templateId,
        args: Object.fromEntries(
          args.map(({ name, default: value, values }) => [name, value ?? values?.[0] ?? `<${name}>`]),
        ),
      },
    }),
  ),
  ...[...features.values()].sort(by('id')).map(({ id, summary, config }): CatalogueEntry => {
    const schema = config ? plainSchema(config) : NOTHING;
    return {
      kind: 'feature',
      id,
      summary,
      argSchema: schema,
      snippet: config ? { id, config: firstValues(schema) } : id,
    };
  }),
  ...[...refs.values()].sort(by('refId')).map(
    ({ refId, summary, text }): CatalogueEntry => ({
      kind: 'ref',
      id: refId,
      summary,
      argSchema: NOTHING,
      snippet: { kind: 'ref', refId },
      detail: { text },
    }),
  ),
  ...[...contracts.values()]
    .sort((a, b) => byCodeUnit(a.pack.contractRef, b.pack.contractRef))
    .map(
      ({ summary, pack: { contractRef, ...detail } }): CatalogueEntry => ({
        kind: 'contract',
        id: contractRef,
        summary,
        argSchema: NOTHING,
        snippet: { output: { contractRef } },
        detail,
      }),
    ),
];

const NOTHING: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

const by =
  <K extends string>(key: K) =>
  (a: Readonly<Record<K, string>>, b: Readonly<Record<K, string>>): number =>
    byCodeUnit(a[key], b[key]);

const argSchema = (args: readonly TemplateArgSpec[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    args.map(({ name, description, type = 'string', default: value, values }) => [
      name,
      { type, description, ...(values ? { enum: values } : {}), ...(value === undefined ? {} : { default: value }) },
    ]),
  ),
  required: args.filter((arg) => arg.default === undefined).map(({ name }) => name),
  additionalProperties: false,
});

const plainSchema = (schema: z.ZodObject): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as JsonObject;
  return rest;
};

/** One allowed value per field, so that a pasted snippet compiles as it is. */
const firstValues = ({ properties }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries((properties ?? {}) as { [name: string]: { enum?: Json[]; const?: Json } }).map(([name, field]) => [
      name,
      field.const ?? field.enum?.[0] ?? '',
    ]),
  );
