// Splits the document of all routes into one for developers and one for operators. Each has its own
// paths and the components that these paths refer to.

const OPERATORS = '/v1/ops/';

interface Components {
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly securitySchemes?: Readonly<Record<string, unknown>>;
}

/** The part of an OpenAPI document that the split reads. */
export interface WholeDocument {
  readonly paths?: Readonly<Record<string, object>>;
  readonly tags?: readonly { readonly name: string }[];
  readonly webhooks?: object;
  readonly components?: Components;
}

/** True for a path of operators. */
export function isOperatorsPath(path: string): boolean {
  return path.startsWith(OPERATORS);
}

/** Returns the document of developers: everything except the routes of operators. */
export function selectDevelopersPart<D extends WholeDocument>(document: D): D {
  return narrow(document, pathsOf(document, false), document.webhooks ?? {});
}

/** Returns the document of operators, without events, because only developers receive them. */
export function selectOperatorsPart<D extends WholeDocument>(document: D): D {
  return narrow(document, pathsOf(document, true), null);
}

function pathsOf({ paths = {} }: WholeDocument, isForOperators: boolean) {
  const selectedPaths = Object.entries(paths).filter(
    ([path]) => isOperatorsPath(path) === isForOperators,
  );
  return Object.fromEntries(selectedPaths);
}

function narrow<D extends WholeDocument>(document: D, paths: object, webhooks: object | null): D {
  const { schemas = {}, responses = {}, securitySchemes = {} } = document.components ?? {};
  const { webhooks: _, ...rest } = document;
  const usedSchemas = findReachable(schemas, [paths, webhooks, responses]);
  const text = JSON.stringify(paths);
  const tags = document.tags?.filter(({ name }) => text.includes(`"${name}"`));
  return {
    ...rest,
    ...(tags ? { tags } : {}),
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: {
      ...document.components,
      schemas: pick(schemas, (name) => usedSchemas.has(name)),
      securitySchemes: pick(securitySchemes, (name) => text.includes(`{"${name}":[`)),
    },
  } as unknown as D;
}

function pick(all: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** Returns the names of the schemas that are reachable by references. */
function findReachable(schemas: Readonly<Record<string, unknown>>, start: unknown): Set<string> {
  const names = new Set<string>();
  const unread: unknown[] = [start];
  while (unread.length > 0) {
    const text = JSON.stringify(unread.pop()) ?? '';
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
      if (names.has(name)) continue;
      names.add(name);
      unread.push(schemas[name]);
    }
  }
  return names;
}
