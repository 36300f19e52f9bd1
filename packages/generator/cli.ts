// Generates the commands of packages/cli from the OpenAPI documents: one command for each
// operation, with arguments and flags. A flag has the name of its field, `--external-party.name`,
// so that an error about `/externalParty/name` can be shown with it.

type Tree = Readonly<Record<string, unknown>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Flag {
  /** Target of the value: `amount`, or `externalParty.name` inside of the body. */
  readonly field: string;
  readonly in: 'query' | 'body';
  readonly kind: string;
  readonly required?: true;
  readonly oneOf?: readonly string[];
  readonly about?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Objects nested deeper than this are given as JSON. */
const MAX_DEPTH = 3;
const MAX_ABOUT_CHARACTERS = 110;

/** Flags that every command has, and whose names no field may use. */
const RESERVED_FLAGS = [
  ...['bank', 'key', 'profile', 'json', 'all', 'data', 'help', 'idempotencyKey', 'ifMatch'],
  ...['auditReason', 'respondAsync', 'timeout', 'retries', 'watch', 'output'],
];

/** Names of commands that differ from the rule. */
const VERBS: Readonly<Record<string, string>> = {
  assessCustomerKyc: 'assess-customer',
  scoreWithModel: 'score',
  scoreBatchWithModel: 'score-batch',
  createKey: 'create-key',
};

/** Returns the commands of both documents as JSON. */
export function cliCommands(developers: object, operators: object, money: object): string {
  const commands = {
    exponents: money,
    developer: groupsOf(plain(developers)),
    operator: groupsOf(plain(operators)),
  };
  return `${JSON.stringify(commands, null, 1)}\n`;
}

const plain = (document: object) => JSON.parse(JSON.stringify(document)) as Document;

function groupsOf(document: Document): Tree {
  const groups: Record<string, { about: string; verbs: Record<string, Tree> }> = {};
  for (const { name, description = '' } of document.tags ?? []) {
    groups[name] = { about: firstSentence(description), verbs: {} };
  }
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const noun = operation.tags[0] ?? '';
      const verb = commandNameOf(operation.operationId, noun);
      const group = groups[noun] ?? { about: '', verbs: {} };
      groups[noun] = group;
      if (group.verbs[verb])
        throw new Error(`two operations have the command kontor ${noun} ${verb}`);
      group.verbs[verb] = commandOf(document, operation, method);
    }
  }
  return Object.fromEntries(Object.entries(groups).filter(([, { verbs }]) => isNotEmpty(verbs)));
}

const isNotEmpty = (record: object) => Object.keys(record).length > 0;

/** `listWebhookEndpoints` of webhooks is `list-endpoints`; `getAccount` of accounts is `get`. */
function commandNameOf(operationId: string, noun: string): string {
  const knownVerb = VERBS[operationId];
  if (knownVerb) return knownVerb;
  const [verb = '', ...rest] = wordsOf(operationId.replace(/AsOperator$/, ''));
  const ownWords = [noun, singularOf(noun)];
  const remaining = rest.filter((word) => !ownWords.includes(word));
  return [verb, ...remaining].join('-');
}

function wordsOf(name: string): string[] {
  return name
    .replace('OAuth', 'Oauth')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
    .split(' ');
}

function singularOf(noun: string): string {
  return noun.endsWith('ches') ? noun.slice(0, -2) : noun.replace(/s$/, '');
}

function commandOf(document: Document, operation: Operation, method: string): Tree {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const query = parameters.filter((parameter) => parameter.in === 'query').map(flagOfParameter);
  const isForm = type === 'multipart/form-data';
  const body = media ? flagsOf(document, media.schema, { isForm }) : [];
  const flags = [...query, ...body];
  checkFlags(operationId, flags);
  const success = Object.keys(responses).filter((status) => status.startsWith('2'));
  const types = success.flatMap((status) => Object.keys(responses[status]?.content ?? {}));
  const isList = query.some(({ field }) => field === 'startingAfter');
  return {
    operation: operationId,
    about: operation.summary,
    ...(method === 'post' ? { isPost: true } : {}),
    ...(inPath.length > 0 ? { path: inPath.map(({ name }) => name) } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(media ? { body: isForm ? 'form' : 'json' } : {}),
    ...(isList ? { isList } : {}),
    ...(types.includes('text/event-stream') ? { isStream: true } : {}),
  };
}

function checkFlags(operationId: string, flags: readonly Flag[]): void {
  const names = [...RESERVED_FLAGS, ...flags.map(({ field }) => field)];
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
  if (repeatedName)
    throw new Error(`kontor: ${operationId} has two flags with the name ${repeatedName}`);
}

function flagOfParameter({ name, required, description, schema }: Parameter): Flag {
  return {
    field: name,
    in: 'query',
    ...kindOf(schema),
    ...(required ? { required } : {}),
    ...aboutOf(description ?? schema.description),
  };
}

interface FlagContext {
  readonly isForm: boolean;
  readonly prefix?: string;
  readonly depth?: number;
  readonly isRequired?: boolean;
}

/** The flags of a body; fields of nested objects are joined by dots. */
function flagsOf(document: Document, schema: Schema, context: FlagContext): Flag[] {
  const { isForm, prefix = '', depth = 1, isRequired = true } = context;
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = `${prefix}${name}`;
    const schema = resolve(document, property);
    const isFieldRequired = isRequired && required.includes(name);
    const isObject = schema.properties && isNotEmpty(schema.properties) && !schema.anyOf;
    if (isObject && depth < MAX_DEPTH) {
      const nestedFlags = {
        isForm,
        prefix: `${field}.`,
        depth: depth + 1,
        isRequired: isFieldRequired,
      };
      return flagsOf(document, schema, nestedFlags);
    }
    const kind = kindOf(schema);
    const inForm = isForm && kind.kind !== 'file' ? { kind: 'text' } : {};
    return [
      {
        field,
        in: 'body' as const,
        ...kind,
        ...inForm,
        ...(isFieldRequired ? { required: isFieldRequired } : {}),
        ...aboutOf(property.description ?? schema.description),
      },
    ];
  });
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  const resolved = name === undefined ? schema : (document.components.schemas[name] ?? schema);
  if (!resolved.allOf) return resolved;
  const parts = resolved.allOf.map((part) => resolve(document, part));
  return {
    ...resolved,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

function kindOf(schema: Schema): { kind: string; oneOf?: string[] } {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const [type] = types;
  if (schema.anyOf) {
    // Alternatives that are all texts, such as a date and a time, count as one text.
    const kinds = new Set(schema.anyOf.map((kind) => kindOf(kind).kind));
    return { kind: kinds.size === 1 && kinds.has('text') ? 'text' : 'json' };
  }
  if (schema.format === 'binary') return { kind: 'file' };
  if (type === 'string') {
    const words = schema.enum?.filter((word) => typeof word === 'string');
    return words ? { kind: 'text', oneOf: words as string[] } : { kind: 'text' };
  }
  if (type === 'integer' || type === 'number') return { kind: type };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array') {
    const itemKind = schema.items ? kindOf(schema.items) : { kind: 'json' };
    if (itemKind.kind !== 'text') return { kind: 'json' };
    return { ...itemKind, kind: 'texts' };
  }
  if (type === 'object' && schema.additionalProperties) return { kind: 'map' };
  return { kind: 'json' };
}

function aboutOf(description: string | undefined): { about?: string } {
  if (!description) return {};
  const [first = ''] = description.split('\n');
  const isLong = first.length > MAX_ABOUT_CHARACTERS;
  return { about: isLong ? `${first.slice(0, MAX_ABOUT_CHARACTERS - 1).trimEnd()}…` : first };
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? text;
}
