import { z } from 'zod';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The subset of JSON Schema that every provider's strict mode understands. */
export type Schema = {
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string | number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

export const typesOf = (schema: Schema): readonly JsonType[] => {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap(typesOf))];
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
};

export const isNullable = (schema: Schema): boolean => typesOf(schema).includes('null');

/** Every object closed, every property required, optional ones nullable. */
export const strictSchema = (params: z.ZodObject): Schema => {
  const known = strictByParams.get(params);
  if (known) return known;
  const made = tidy(z.toJSONSchema(params, { io: 'output', reused: 'inline' }) as Raw, keepVariants);
  strictByParams.set(params, made);
  return made;
};

/** Every call is checked against its schema, and the largest takes milliseconds to make. */
const strictByParams = new WeakMap<z.ZodObject, Schema>();

/** The same tool for providers without `anyOf`: variants merged into one object, every field but `op` nullable. */
export const flatSchema = (params: z.ZodObject): Schema =>
  tidy(z.toJSONSchema(params, { io: 'output', reused: 'inline' }) as Raw, mergeVariants);

type Raw = Schema & { readonly oneOf?: readonly Raw[]; readonly anyOf?: readonly Raw[] };
type Fold = (variants: readonly Schema[]) => Schema;

const tidy = (raw: Raw, fold: Fold): Schema => {
  const variants = raw.oneOf ?? raw.anyOf;
  const described = raw.description === undefined ? {} : { description: raw.description };
  if (variants) return { ...fold(variants.map((each) => tidy(each, fold))), ...described };
  return {
    ...(raw.type === undefined ? {} : { type: raw.type }),
    ...described,
    ...(raw.const === undefined ? {} : { enum: [raw.const] }),
    ...(raw.enum === undefined ? {} : { enum: raw.enum }),
    ...(raw.properties === undefined ? {} : objectOf(mapValues(raw.properties, (each) => tidy(each, fold)))),
    ...(raw.items === undefined ? {} : { items: tidy(raw.items, fold) }),
  };
};

const objectOf = (properties: Readonly<Record<string, Schema>>) => ({
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

const keepVariants: Fold = (variants) => {
  const solid = variants.filter((each) => each.type !== 'null');
  const compound = solid.filter((each) => typesOf(each).some((type) => type === 'object' || type === 'array'));
  if (solid.length === 1 || compound.length === 0) return mergeVariants(variants);
  return { anyOf: variants };
};

const mergeVariants: Fold = (variants) => variants.reduce(merge);

const merge = (a: Schema, b: Schema): Schema => {
  const types = [...new Set([...typesOf(a), ...typesOf(b)])];
  const values = mergedEnum(a, b);
  const properties = a.properties && b.properties ? mergedProperties(a.properties, b.properties) : undefined;
  const items = a.items && b.items ? merge(a.items, b.items) : (a.items ?? b.items);
  const description = a.description ?? b.description;
  return {
    type: types.length === 1 ? (types[0] as JsonType) : types,
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { enum: values }),
    ...objectParts(properties ?? a.properties ?? b.properties),
    ...(items === undefined ? {} : { items }),
  };
};

const objectParts = (properties: Readonly<Record<string, Schema>> | undefined) =>
  properties === undefined ? {} : objectOf(properties);

/** A closed list survives a merge only when the other side is closed too, or merely null. */
const mergedEnum = (a: Schema, b: Schema): Schema['enum'] => {
  const listed = (schema: Schema) => schema.enum ?? (schema.type === 'null' ? [null] : undefined);
  const [left, right] = [listed(a), listed(b)];
  if (!left || !right || (a.type === 'null' && b.type === 'null')) return undefined;
  return [...new Set([...left, ...right])];
};

const mergedProperties = (
  a: Readonly<Record<string, Schema>>,
  b: Readonly<Record<string, Schema>>,
): Record<string, Schema> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => {
      const [left, right] = [a[key], b[key]];
      const both = left && right ? merge(left, right) : (left ?? right ?? {});
      return [key, key === 'op' ? both : nullable(both)];
    }),
  );

const nullable = (schema: Schema): Schema => (isNullable(schema) ? schema : merge(schema, { type: 'null' }));
