import type { Json, JsonObject } from '@atelier/kernel/core';
import { refusal } from '../tools/errors.ts';
import { type Duck, literal, rowsOf } from './duck.ts';

export type GuardedQuery = { readonly sql: string; readonly isOrdered: boolean };

/**
 * Accepts one SELECT over the given tables and nothing else. The statement is judged by the tree the engine's own
 * parser makes of it: everything in the tree must be known to be harmless, what is unknown is refused.
 */
export const guardQuery = async (duck: Duck, query: string, tables: readonly string[]): Promise<GuardedQuery> => {
  const sql = query.trim().replace(/;\s*$/, '');
  const { rows } = await rowsOf(duck, `SELECT json_serialize_sql(${literal(sql)})`);
  const parsed = JSON.parse(String(rows[0]?.[0])) as JsonObject;
  if (parsed.error === true) throw unparsed(parsed);
  const statements = parsed.statements as readonly JsonObject[];
  const [statement] = statements;
  if (statements.length !== 1 || !statement) throw notReadOnly('Send exactly one SELECT statement.');
  const node = statement.node as JsonObject;
  walk(node, { tables, ctes: new Set() });
  return {
    sql,
    isOrdered:
      isArray(node.modifiers) && node.modifiers.some((each) => isObject(each) && each.type === 'ORDER_MODIFIER'),
  };
};

const notReadOnly = (message: string) => refusal('VALIDATION_FAILED', 'query_not_read_only', message);
const forbidden = (message: string) => refusal('VALIDATION_FAILED', 'forbidden_function', message);

const unparsed = (parsed: JsonObject) => {
  if (parsed.error_type === 'not implemented') return notReadOnly('Only SELECT statements may be run.');
  const position = typeof parsed.position === 'string' ? ` (at character ${parsed.position})` : '';
  return refusal(
    'VALIDATION_FAILED',
    'bad_query',
    `The query does not parse: ${String(parsed.error_message).split('\n')[0]}${position}.`,
  );
};

type Scope = { readonly tables: readonly string[]; readonly ctes: ReadonlySet<string> };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const queryNodes: ReadonlySet<string> = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'CTE_NODE',
]);
const tableRefs: ReadonlySet<string> = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'EXPRESSION_LIST',
  'EMPTY',
  'EMPTY_FROM',
  'TABLE_FUNCTION',
  'PIVOT',
]);
const plainTypes: ReadonlySet<string> = new Set([
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
  'ORDER_DEFAULT',
  'ASCENDING',
  'DESCENDING',
]);
const expressionClasses: ReadonlySet<string> = new Set([
  'COLUMN_REF',
  'CONSTANT',
  'FUNCTION',
  'COMPARISON',
  'CONJUNCTION',
  'OPERATOR',
  'CAST',
  'CASE',
  'SUBQUERY',
  'STAR',
  'BETWEEN',
  'WINDOW',
  'LAMBDA',
  'LAMBDA_REF',
  'COLLATE',
  'POSITIONAL_REFERENCE',
  'DEFAULT',
  'TYPE',
]);

const walk = (value: Json | undefined, scope: Scope): void => {
  if (isArray(value)) for (const each of value) walk(each, scope);
  if (!isObject(value)) return;
  const inner = isObject(value.cte_map) ? withCtes(value.cte_map, scope) : scope;
  judge(value, inner);
  for (const [key, child] of Object.entries(value)) {
    // A constant is data, whatever its text; common table expressions were walked above, in their own order.
    if (key === 'cte_map' || (value.class === 'CONSTANT' && key === 'value')) continue;
    if (key === 'cast_type' || key === 'type_info') continue;
    walk(child, inner);
  }
};

/** Each expression sees those before it; only a recursive one sees itself. Otherwise the name means the catalogue's. */
const withCtes = (map: JsonObject, scope: Scope): Scope => {
  const ctes = new Set(scope.ctes);
  for (const entry of isArray(map.map) ? map.map : []) {
    if (!isObject(entry) || !isObject(entry.value)) throw notReadOnly('The query has a form that is not allowed.');
    const name = String(entry.key).toLowerCase();
    if (systemName.test(name)) throw forbidden(`"${name}" is not a name for a table expression.`);
    const query = isObject(entry.value.query) ? entry.value.query : {};
    const isRecursive = isObject(query.node) && query.node.type === 'RECURSIVE_CTE_NODE';
    walk(entry.value, { ...scope, ctes: isRecursive ? new Set([...ctes, name]) : new Set(ctes) });
    ctes.add(name);
  }
  return { ...scope, ctes };
};

const systemName = /^(duckdb_|pragma_|pg_|sqlite_|information_schema)/;

const judge = (node: JsonObject, scope: Scope): void => {
  if (typeof node.class === 'string') {
    if (!expressionClasses.has(node.class))
      throw notReadOnly(`${node.class.toLowerCase()} expressions are not allowed.`);
    if (typeof node.function_name === 'string') judgeFunction(node);
    return;
  }
  if (typeof node.type !== 'string') return;
  if (node.type === 'BASE_TABLE') judgeTable(node, scope);
  else if (node.type === 'TABLE_FUNCTION') judgeTableFunction(node);
  else if (!queryNodes.has(node.type) && !tableRefs.has(node.type) && !plainTypes.has(node.type)) {
    throw notReadOnly(`The query uses ${node.type.toLowerCase()}, which is not allowed.`);
  }
};

const deniedFunction =
  /^(current_setting|getenv|getvariable|glob|query|query_table|write_log|nextval|currval|set_config|load_.*|read_.*|pragma_.*|duckdb_.*|.*secret.*|parquet_.*|sniff_.*|json_execute_.*|json_serialize_.*|json_deserialize_.*|copy_.*|pg_.*|enable_.*|disable_.*|which_.*)$/i;

const judgeFunction = (node: JsonObject): void => {
  const name = String(node.function_name);
  if (deniedFunction.test(name)) throw forbidden(`The function ${name} may not be used.`);
  const qualified = [node.schema, node.catalog].filter(
    (each) => typeof each === 'string' && each !== '' && each !== 'main',
  );
  if (qualified.length > 0) throw forbidden(`The function ${name} may not be qualified.`);
};

const allowedTableFunctions: ReadonlySet<string> = new Set(['range', 'generate_series', 'unnest']);

const judgeTableFunction = (node: JsonObject): void => {
  const call = isObject(node.function) ? node.function : {};
  const name = String(call.function_name).toLowerCase();
  if (!allowedTableFunctions.has(name)) throw forbidden(`The table function ${name} may not be used.`);
};

const judgeTable = (node: JsonObject, { tables, ctes }: Scope): void => {
  const name = String(node.table_name);
  const isQualified = [node.schema_name, node.catalog_name].some((each) => typeof each === 'string' && each !== '');
  if (isQualified) throw forbidden('Table names may not be qualified.');
  const wanted = name.toLowerCase();
  if (ctes.has(wanted) || tables.some((each) => each.toLowerCase() === wanted)) return;
  if (/[\\/.:*]/.test(name) || systemName.test(wanted))
    throw forbidden('The query names something that is not one of its tables.');
  throw refusal('VALIDATION_FAILED', 'bad_query', `There is no table "${name}".`, { candidates: [...tables] });
};
