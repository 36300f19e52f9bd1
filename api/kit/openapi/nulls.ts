// Rewrites null in an OpenAPI document so that client generators understand it: a component is
// never null itself, and a nullable reference is `oneOf` the component and null. zod-to-openapi
// writes the null into the component, or beside the reference, where `allOf` makes it impossible. A
// constant boolean gets `x-always`, because OpenAPI Generator turns its `enum` into Java that does
// not compile.

type Tree = Readonly<Record<string, unknown>>;

const SCHEMAS = '#/components/schemas/';
const NULL = { type: 'null' };

/** Moves null from the components of a document to the places that use them. */
export function separateNulls<D extends object>(document: D): D {
  const { components = {} } = document as { components?: { schemas?: Record<string, Tree> } };
  const all = Object.entries(components.schemas ?? {});
  const nullable = new Set(all.filter(([, schema]) => mayBeNull(schema)).map(([name]) => name));
  const schemas = Object.fromEntries(
    all.map(([name, schema]) => [name, rewrite(removeNull(schema), nullable)]),
  );
  const { components: _, ...rest } = document as Tree;
  const wholeDocument = {
    ...(rewrite(rest, nullable) as Tree),
    components: { ...components, schemas },
  };
  return wholeDocument as unknown as D;
}

/** True when a component may be null; a component with `allOf` states it in one of its parts. */
function mayBeNull({ type, allOf }: Tree): boolean {
  if (Array.isArray(allOf)) return allOf.some((part: Tree) => mayBeNull(part));
  return Array.isArray(type) && type.includes('null');
}

function removeNull(schema: Tree): Tree {
  const { type, allOf } = schema;
  if (Array.isArray(allOf)) return { ...schema, allOf: allOf.map(removeNull) };
  if (!Array.isArray(type)) return schema;
  const types = type.filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function rewrite(value: unknown, nullable: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => rewrite(element, nullable));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, nested]) => {
    // The content of an example is not a schema.
    if (name === 'example') return [name, nested];
    return [name, name === 'allOf' ? rewriteParts(nested, nullable) : rewrite(nested, nullable)];
  });
  return rewriteNullableReference(simplifyBoolean(Object.fromEntries(entries) as Tree), nullable);
}

function simplifyBoolean(tree: Tree): Tree {
  if (tree['type'] !== 'boolean' || !Array.isArray(tree['enum'])) return tree;
  const { enum: values, description = `Always ${values[0]}.`, ...rest } = tree;
  return values.length === 1 ? { ...rest, description, 'x-always': values[0] } : tree;
}

/**
 * Rewrites the parts of `allOf`. An inherited part stays a plain reference, also when the
 * referenced component may be null.
 */
function rewriteParts(parts: unknown, nullable: ReadonlySet<string>): unknown {
  if (!Array.isArray(parts)) return parts;
  return parts.map((part) => (typeof part.$ref === 'string' ? part : rewrite(part, nullable)));
}

/** Returns a nullable reference as `oneOf`; any other schema unchanged. */
function rewriteNullableReference(tree: Tree, nullable: ReadonlySet<string>): Tree {
  const { $ref, allOf, ...rest } = tree;
  if (typeof $ref === 'string')
    return isNullable($ref, nullable) ? createNullableReference($ref, rest) : tree;
  if (!Array.isArray(allOf)) return tree;
  const [first, second = {}] = allOf as [Tree, Tree?];
  const { type: _, ...schema } = second;
  const isReference = allOf.length <= 2 && typeof first.$ref === 'string';
  const hasFields = Object.keys(schema).some(
    (name) => name !== 'description' && name !== 'example',
  );
  const allowsNull =
    mayBeNull(second) || (!second.type && isNullable(String(first.$ref), nullable));
  if (!isReference || hasFields || !allowsNull) return tree;
  return createNullableReference(String(first.$ref), { ...rest, ...schema });
}

function isNullable($ref: string, nullable: ReadonlySet<string>): boolean {
  return nullable.has($ref.slice(SCHEMAS.length));
}

function createNullableReference($ref: string, rest: Tree): Tree {
  return { ...rest, oneOf: [{ $ref }, NULL] };
}
