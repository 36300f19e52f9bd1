// Generates the code of packages/client from an OpenAPI document: the types of bodies and answers,
// and method and path of each operation.

type Tree = Record<string, unknown>;

const NOTE = '// Generated from the OpenAPI document; change the routes instead.\n';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Generates the types of a document: operations, components, and the object of each event. */
export async function clientTypes(document: object): Promise<string> {
  const plainTypes = withoutExamples(JSON.parse(JSON.stringify(document), asLiteral)) as Tree;
  const { webhooks = {}, ...rest } = plainTypes;
  const { schemas = {} } = (plainTypes['components'] ?? {}) as { schemas?: Tree };
  // Loaded here, because the image does not contain development packages.
  const { default: openApiTypes, astToString } = await import('openapi-typescript');
  // A body may omit fields that have a default.
  const nodes = await openApiTypes(rest as never, { defaultNonNullable: false });
  const usedNodes = nodes.filter(
    (node) => !UNUSED_TYPES.includes(astToString([node]).split(/[ {]/)[2] ?? ''),
  );
  const types = Object.entries(webhooks as object).map(([type, item]) => {
    const names = objectsOf(item, schemas).map((name) => `components["schemas"]["${name}"]`);
    return `    "${type}": ${names.join(' | ')};`;
  });
  const events = types.length === 0 ? [] : ['export interface eventObjects {', ...types, '}', ''];
  return `${NOTE}\n${astToString(usedNodes)}${events.join('\n')}`;
}

/** Makes a constant boolean a literal type, which distinguishes forms of an answer. */
function asLiteral(_name: string, value: Tree | null): unknown {
  const always = value?.['x-always'];
  return typeof always === 'boolean' ? { ...value, enum: [always] } : value;
}

/** Types that the client does not need. */
const UNUSED_TYPES = ['paths', 'webhooks', '$defs'];

/** Names of the schemas of an event's object. */
function objectsOf(webhook: object, schemas: Tree): string[] {
  const reference = '\\{"\\$ref":"#/components/schemas/\\w+"\\}';
  const object = new RegExp(
    `"data":.*?"object":(${reference}|\\{"anyOf":\\[${reference}(,${reference})*\\]\\})`,
  );
  const body = /schemas\/(\w+)/.exec(JSON.stringify(webhook))?.[1] ?? '';
  const name = object.exec(JSON.stringify(schemas[body]) ?? '')?.[1];
  if (!name) throw new Error('an event is about an object without a name');
  return [...name.matchAll(/schemas\/(\w+)/g)].map(([, name = '']) => name);
}

/**
 * Removes examples, which would double the size of the file and add little for an editor.
 * @param ofFields true where the names are those of fields, of which one may be `example`
 */
function withoutExamples(value: unknown, ofFields = false): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutExamples(element));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => ofFields || name !== 'example');
  return Object.fromEntries(
    entries.map(([name, nestedValue]) => [
      name,
      withoutExamples(nestedValue, name === 'properties'),
    ]),
  );
}

/** Generates the table of methods and paths. */
export function clientOperations(document: { readonly paths?: object }): string {
  const lines = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const { operationId, parameters = [] } =
        (item as Record<string, DocumentedOperation>)[method] ?? {};
      checkNames(String(operationId), parameters);
      return `  ${operationId}: ['${method.toUpperCase()}', '${path}'],`;
    }),
  );
  return `${NOTE}\nexport const OPERATIONS = {\n${lines.sort().join('\n')}\n} as const;\n`;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** Checks that parameters of path and query and the body have different names. */
function checkNames(
  operationId: string,
  parameters: NonNullable<DocumentedOperation['parameters']>,
): void {
  const names = parameters.flatMap((parameter) =>
    parameter.in === 'header' ? [] : [parameter.name],
  );
  const clash = ['body', ...names].find((name, index, all) => all.indexOf(name) !== index);
  if (clash) throw new Error(`${operationId} has two parameters with the name ${clash}`);
}
