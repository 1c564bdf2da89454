import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { catalogue } from './catalogue.ts';
import { flatSchema, isNullable, type Schema, strictSchema, typesOf } from './json-schema.ts';

const names = [
  'list_files',
  'get_file_info',
  'get_file_map',
  'read_file',
  'table_get_map',
  'table_describe',
  'table_stats',
  'table_read_rows',
  'table_query',
  'table_export',
  'table_update_from_export',
  'write_text_file',
  'edit_text_file',
  'csv_operations',
  'xlsx_operations',
  'docx_operations',
  'pptx_operations',
  'pdf_operations',
  'xlsx_get_styles',
  'docx_get_styles',
  'pptx_get_styles',
  'xlsx_copy_assets',
  'docx_copy_assets',
  'pptx_copy_assets',
  'recall_tool_result',
];

/** What stands in the schema: every object node with the trail that leads to it. */
const walk = (
  schema: Schema,
  visit: (node: Schema, trail: string, depth: number) => void,
  trail = '',
  depth = 0,
): void => {
  const inside = schema.properties ? depth + 1 : depth;
  visit(schema, trail, inside);
  for (const [key, child] of Object.entries(schema.properties ?? {})) walk(child, visit, `${trail}.${key}`, inside);
  if (schema.items) walk(schema.items, visit, `${trail}[]`, inside);
  for (const each of schema.anyOf ?? []) walk(each, visit, `${trail}|`, depth);
};

/** A smallest value for a schema, with null wherever null will do: what a terse model sends. */
const sample = (schema: Schema): unknown => {
  if (schema.anyOf) return schema.anyOf.some((each) => each.type === 'null') ? null : sample(schema.anyOf[0] ?? {});
  if (isNullable(schema)) return null;
  if (schema.enum) return schema.enum[0];
  switch (typesOf(schema)[0]) {
    case 'string':
      return 'x';
    case 'number':
      return 1;
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [sample(schema.items ?? {})];
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, sample(each)]));
    default:
      return null;
  }
};

/** One call per variant of the operations, or one call for a tool without variants. */
const samples = (schema: Schema): readonly Record<string, unknown>[] => {
  const whole = sample(schema) as Record<string, unknown>;
  const list = ['operations', 'edits'].find((key) => schema.properties?.[key]?.items?.anyOf);
  if (!list) return [whole];
  return (schema.properties?.[list]?.items?.anyOf ?? []).map((variant) => ({ ...whole, [list]: [sample(variant)] }));
};

test('the catalogue holds exactly these tools', () => {
  expect(catalogue.map(({ name }) => name)).toEqual(names);
});

test('the schemas do not drift unseen', () => {
  expect(catalogue.map(({ name, params }) => ({ name, schema: strictSchema(params) }))).toMatchSnapshot();
});

describe('schemas', () => {
  test('[FL-64] all are strict, all fields required, optionals nullable, and the flat projection takes the same calls', () => {
    const ajv = new Ajv({ strict: false });
    for (const definition of catalogue) {
      const strict = strictSchema(definition.params);
      const flat = flatSchema(definition.params);
      for (const schema of [strict, flat]) {
        walk(schema, (node, trail, depth) => {
          if (!node.properties) return;
          const where = `${definition.name}${trail}`;
          expect(node.additionalProperties, where).toBe(false);
          expect(node.required, where).toEqual(Object.keys(node.properties));
          expect(depth, where).toBeLessThanOrEqual(5);
        });
      }
      walk(flat, (node) => expect(node.anyOf).toBeUndefined());
      const takesStrict = ajv.compile(strict);
      const takesFlat = ajv.compile(flat);
      for (const call of samples(strict)) {
        expect(takesStrict(call), `${definition.name} ${JSON.stringify(takesStrict.errors)}`).toBe(true);
        expect(parseArguments(definition, call), JSON.stringify(call)).toMatchObject({ ok: true });
        const padded = padToFlat(flat, call);
        expect(takesFlat(padded), `${definition.name} ${JSON.stringify(takesFlat.errors)}`).toBe(true);
        expect(parseArguments(definition, padded)).toEqual(parseArguments(definition, call));
      }
    }
  });

  test('a default is advertised nowhere and an omitted optional field is null', () => {
    for (const { params } of catalogue) expect(JSON.stringify(strictSchema(params))).not.toContain('"default":null');
    const map = catalogue.find(({ name }) => name === 'get_file_map');
    expect(map && parseArguments(map, { path: 'a.md' })).toEqual({
      ok: true,
      value: { path: 'a.md', part: null, detail: null },
    });
  });
});

describe('arguments', () => {
  const [docx, pptx, xlsx, text] = ['docx_operations', 'pptx_operations', 'xlsx_operations', 'edit_text_file'].map(
    (name) => catalogue.find((each) => each.name === name) ?? catalogue[0],
  ) as [(typeof catalogue)[number], (typeof catalogue)[number], (typeof catalogue)[number], (typeof catalogue)[number]];

  test('unadvertised aliases are understood', () => {
    const replaced = parseArguments(docx, {
      path: 'a.docx',
      operations: [{ op: 'replace_text', find: 'a', replace: 'b' }],
    });
    expect(replaced).toMatchObject({ ok: true, value: { operations: [{ search: 'a' }] } });
    const noted = parseArguments(pptx, {
      path: 'a.pptx',
      operations: [{ op: 'set_notes', slide_index: 2, text: 'n' }],
    });
    expect(noted).toMatchObject({ ok: true, value: { operations: [{ index: 2 }] } });
  });

  test('an unknown field is refused and its operation named; an unknown style key passes to the handler', () => {
    const cells = [{ cell: 'A1', value: 1, style: { sparkle: true, font_bold: true } }];
    expect(
      parseArguments(xlsx, { path: 'a.xlsx', operations: [{ op: 'set_cells', sheet: 'S', cells }] }),
    ).toMatchObject({
      ok: true,
      value: { operations: [{ cells: [{ style: { sparkle: true, font_bold: true } }] }] },
    });
    const odd = [
      { op: 'delete_sheet', sheet: 'S' },
      { op: 'delete_sheet', sheet: 'S', force: true },
    ];
    expect(parseArguments(xlsx, { path: 'a.xlsx', operations: odd })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_FAILED', reason: 'bad_op', op_index: 1 },
    });
  });

  test('a batch over 100 operations or 1 MiB is refused', () => {
    const edits = Array.from({ length: 101 }, () => ({ op: 'append', text: 'x' }));
    expect(parseArguments(text, { path: 'a.md', edits })).toMatchObject({ ok: false, error: { reason: 'limit_ops' } });
    const big = [{ op: 'append', text: 'x'.repeat(1024 * 1024) }];
    expect(parseArguments(text, { path: 'a.md', edits: big })).toMatchObject({
      ok: false,
      error: { reason: 'limit_ops' },
    });
  });
});

const padToFlat = (schema: Schema, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => padToFlat(schema.items ?? {}, each));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([key, each]) => [key, key in fields ? padToFlat(each, fields[key]) : null]),
  );
};
