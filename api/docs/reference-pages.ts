// The OpenAPI document in pages: one for each of its tags, and one for each kind of object that
// webhook messages are about. A browser would need many seconds to lay out the whole document.

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
}

type Item = Readonly<Record<string, Operation>>;

export interface OpenApi {
  readonly tags: readonly {
    readonly name: string;
    readonly 'x-displayName'?: string;
    readonly description?: string;
  }[];
  readonly paths: Readonly<Record<string, Item>>;
  readonly webhooks?: Readonly<Record<string, Item>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One operation, or one message, as a list shows it. */
export interface Entry {
  /** `POST /v1/transactions`, or the type of an event. */
  readonly name: string;
  readonly summary: string;
  readonly address: string;
}

export interface ReferencePage {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly isMessages: boolean;
  readonly entries: readonly Entry[];
  /** The part of the document that the page shows. */
  part(): OpenApi;
}

const ROOT = '/docs/reference';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The pages of a document, those of operations first. */
export function createReferencePages(document: OpenApi): ReferencePage[] {
  return [
    ...document.tags.map((tag) => createTagPage(document, tag)),
    ...createMessagePages(document),
  ];
}

function createTagPage(document: OpenApi, tag: OpenApi['tags'][number]): ReferencePage {
  const address = `${ROOT}/${tag.name}`;
  const paths: Record<string, Item> = {};
  const entries: Entry[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = Object.entries(item).filter(
      ([method, { tags }]) => METHODS.includes(method) && tags?.[0] === tag.name,
    );
    if (operations.length === 0) continue;
    paths[path] = Object.fromEntries(operations);
    for (const [method, { operationId = '', summary = '' }] of operations) {
      const fragment = `#tag/${tag.name}/operation/${operationId}`;
      const name = `${method.toUpperCase()} ${path}`;
      entries.push({ name, summary, address: `${address}${fragment}` });
    }
  }
  return {
    address,
    title: tag['x-displayName'] ?? tag.name,
    description: tag.description ?? '',
    isMessages: false,
    entries,
    part: () => addComponents(document, { tags: [tag], paths, webhooks: {} }),
  };
}

function createMessagePages(document: OpenApi): ReferencePage[] {
  const byNoun = new Map<string, [type: string, item: Item][]>();
  for (const [type, item] of Object.entries(document.webhooks ?? {})) {
    const [noun = type] = type.split('.');
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), [type, item]]);
  }
  return [...byNoun].map(([noun, items]) => {
    const address = `${ROOT}/messages/${noun}`;
    const webhooks = Object.fromEntries(items);
    const name = items[0]?.[1].post?.tags?.[0];
    const tags = document.tags.filter((tag) => tag.name === name);
    const entries = items.map(([type, { post }]) => {
      return { name: type, summary: post?.summary ?? '', address };
    });
    return {
      address,
      title: `Messages: ${noun.replaceAll('_', ' ')}`,
      description: '',
      isMessages: true,
      entries,
      part: () => addComponents(document, { tags, paths: {}, webhooks }),
    };
  });
}

/** Returns a document with only these parts and the components that they refer to. */
function addComponents(document: OpenApi, parts: Omit<OpenApi, 'components'>): OpenApi {
  const references = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const isNew = key === '$ref' && typeof inner === 'string' && !references.has(inner);
      if (isNew) {
        references.add(inner);
        collect(componentAt(document, inner));
      } else collect(inner);
    }
  };
  collect(parts);
  const components: Record<string, Record<string, unknown>> = {};
  for (const [kind, all] of Object.entries(document.components)) {
    // Operations name security schemes without a reference, so all of them are kept.
    const isWhole = kind === 'securitySchemes';
    const schemas = Object.entries(all).filter(
      ([name]) => isWhole || references.has(`#/components/${kind}/${name}`),
    );
    if (schemas.length > 0) components[kind] = Object.fromEntries(schemas);
  }
  return { ...document, ...parts, components };
}

function componentAt(document: OpenApi, reference: string): unknown {
  const [, , kind = '', name = ''] = reference.split('/');
  return document.components[kind]?.[name];
}
