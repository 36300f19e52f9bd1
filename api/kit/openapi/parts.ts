// One document for developers and one for operators, cut out of the document of all routes: each
// has its own paths and of the components only those that its paths lead to.

const OPERATORS = '/v1/ops/';

interface Components {
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly securitySchemes?: Readonly<Record<string, unknown>>;
}

/** As much of an OpenAPI document as cutting it needs. */
export interface WholeDocument {
  readonly paths?: Readonly<Record<string, object>>;
  readonly tags?: readonly { readonly name: string }[];
  readonly webhooks?: object;
  readonly components?: Components;
}

/** True of a path that only operators may ask. */
export function isOperatorsPath(path: string): boolean {
  return path.startsWith(OPERATORS);
}

/** The document of developers: everything but the routes of operators. */
export function developersPart<D extends WholeDocument>(document: D): D {
  return narrow(document, pathsOf(document, false), document.webhooks ?? {});
}

/** The document of operators; events go to developers, so it has none. */
export function operatorsPart<D extends WholeDocument>(document: D): D {
  return narrow(document, pathsOf(document, true), null);
}

function pathsOf({ paths = {} }: WholeDocument, ofOperators: boolean) {
  const wanted = Object.entries(paths).filter(([path]) => isOperatorsPath(path) === ofOperators);
  return Object.fromEntries(wanted);
}

function narrow<D extends WholeDocument>(document: D, paths: object, webhooks: object | null): D {
  const { schemas = {}, responses = {}, securitySchemes = {} } = document.components ?? {};
  const { webhooks: _, ...rest } = document;
  const used = reachable(schemas, [paths, webhooks, responses]);
  const text = JSON.stringify(paths);
  const tags = document.tags?.filter(({ name }) => text.includes(`"${name}"`));
  return {
    ...rest,
    ...(tags ? { tags } : {}),
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: {
      ...document.components,
      schemas: pick(schemas, (name) => used.has(name)),
      securitySchemes: pick(securitySchemes, (name) => text.includes(`{"${name}":[`)),
    },
  } as unknown as D;
}

function pick(all: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** Names of the schemas that references lead to, from the start on and from schema to schema. */
function reachable(schemas: Readonly<Record<string, unknown>>, start: unknown): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const text = JSON.stringify(open.pop()) ?? '';
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(schemas[name]);
    }
  }
  return found;
}
