import type { BuiltinEntry } from '@atelier/contracts';

export type Offer = { readonly label: string; readonly detail: string; readonly insert: string };

type Schema = { readonly [key: string]: unknown };

/** What may be written where the cursor is: ids of builtins as values, fields of the schema as names. */
export const offersAt = (
  path: readonly string[],
  place: 'name' | 'value',
  builtins: readonly BuiltinEntry[],
  schema: Schema,
): readonly Offer[] => {
  if (place === 'name') return fieldsAt(path, schema);
  const kind = kindByField[path.at(-1) ?? ''] ?? (path.at(-2) === 'features' ? 'feature' : undefined);
  if (kind === undefined) return enumAt(path, schema);
  return builtins
    .filter((entry) => entry.kind === kind)
    .map(({ id, summary }) => ({ label: id, detail: summary, insert: JSON.stringify(id) }));
};

const kindByField: Readonly<Record<string, BuiltinEntry['kind']>> = {
  templateId: 'template',
  features: 'feature',
  refId: 'ref',
  contractRef: 'contract',
};

const fieldsAt = (path: readonly string[], schema: Schema): readonly Offer[] => {
  const names = new Map<string, Offer>();
  for (const at of schemasAt(path, schema))
    for (const [name, field] of Object.entries((at.properties ?? {}) as Record<string, Schema>))
      names.set(name, {
        label: name,
        detail: typeof field.description === 'string' ? field.description : typeOf(field),
        insert: `${JSON.stringify(name)}: ${emptyOf(field)}`,
      });
  return [...names.values()];
};

const enumAt = (path: readonly string[], schema: Schema): readonly Offer[] =>
  schemasAt(path, schema).flatMap((at) => {
    const values = Array.isArray(at.enum)
      ? at.enum
      : 'const' in at
        ? [at.const]
        : at.type === 'boolean'
          ? [true, false]
          : [];
    return values.map((value) => ({ label: String(value), detail: '', insert: JSON.stringify(value) }));
  });

/** Every schema that may describe the place: unions are all taken, lists are looked through. */
const schemasAt = (path: readonly string[], root: Schema): readonly Schema[] => {
  let now = widen([root], root);
  for (const name of path)
    now = widen(
      now.flatMap((at) => {
        const field = (at.properties as Record<string, Schema> | undefined)?.[name];
        return field ? [field] : [];
      }),
      root,
    );
  return now;
};

const widen = (schemas: readonly Schema[], root: Schema): readonly Schema[] => {
  const found: Schema[] = [];
  const waiting = [...schemas];
  const seen = new Set<Schema>();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    found.push(at);
    for (const key of ['anyOf', 'oneOf', 'allOf']) if (Array.isArray(at[key])) waiting.push(...(at[key] as Schema[]));
    if (typeof at.items === 'object' && at.items !== null) waiting.push(at.items as Schema);
    if (typeof at.$ref === 'string') {
      const target = refTarget(at.$ref, root);
      if (target) waiting.push(target);
    }
  }
  return found;
};

const refTarget = (ref: string, root: Schema): Schema | undefined => {
  let at: unknown = root;
  for (const part of ref.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === 'object' && at !== null ? (at as Schema) : undefined;
};

const typeOf = ({ type }: Schema): string => (typeof type === 'string' ? type : '');

const emptyOf = ({ type }: Schema): string =>
  type === 'array' ? '[]' : type === 'object' ? '{}' : type === 'boolean' ? 'false' : type === 'string' ? '""' : '';
