// The manifest of a module, and the functions with which the host combines all manifests.

import type { ServedRoutes } from '../api/app.ts';
import type { EventCatalogue, EventSchemas } from '../api/events/catalogue.ts';
import type { BankExtension } from '../api/kit/context.ts';
import type { Operation } from '../api/kit/operation.ts';
import type { Sweeps } from '../bank/sweeps/sweep-parts.ts';
import type { LedgerOptions } from '../db/ledger.ts';
import type { LedgerSubject } from '../db/subject.ts';
import type { EventObject, EventType } from '../ledger/event.ts';
import type { ModuleActivities } from './activity-deps.ts';
import type {
  ApiHost,
  LedgerHost,
  ModuleStart,
  OpenedForApi,
  OpensForApi,
  OpensForLedger,
  StartHost,
} from './host.ts';

/** An event of the catalogue. */
interface EventLine {
  readonly type: EventType;
  readonly object: EventObject;
  readonly when: string;
}

/** The manifest of a subject of the product: its additions to the bank. */
export interface Module {
  readonly name: string;
  /** One sentence for docs/understand/architecture.md. */
  readonly purpose: string;
  /** Names of the modules that this one needs. */
  readonly requires: readonly string[];
  readonly operations?: readonly Operation[];
  /** Pages for browsers. */
  readonly pages?: ServedRoutes['pages'];
  /** Issues and verifies tokens of apps. */
  readonly issuer?: NonNullable<ServedRoutes['issuer']>;
  /** Additions to operations of the core. */
  readonly extension?: BankExtension;
  readonly events?: readonly EventLine[];
  /** Additions to each ledger. */
  readonly ledger?: LedgerSubject;
  readonly opensForLedger?: OpensForLedger;
  readonly opensForApi?: OpensForApi;
  readonly starts?: ModuleStart;
  /** Types of its workflows. */
  readonly workflows?: readonly string[];
  /** Activities of its workflows. */
  readonly activities?: ModuleActivities;
  /** The module's part of each pass of the sweeper. */
  readonly sweeps?: Sweeps;
  /** Schemas of the payloads of its events. */
  readonly eventSchemas?: EventSchemas;
}

/** Sorts operations for a router: a path with a name precedes one with a parameter in its place. */
function sortForRouter(operations: readonly Operation[]): Operation[] {
  const orderedOperations: { operation: Operation; parts: readonly string[] }[] = [];
  for (const operation of operations) {
    const parts = operation.path.split('/');
    const index = orderedOperations.findIndex((other) => shadowsPath(other.parts, parts));
    orderedOperations.splice(index === -1 ? orderedOperations.length : index, 0, {
      operation,
      parts,
    });
  }
  return orderedOperations.map(({ operation }) => operation);
}

/** True when a route also matches the requests of another route with fewer parameters. */
function shadowsPath(general: readonly string[], special: readonly string[]): boolean {
  if (general.length !== special.length) return false;
  const isParameter = (part: string | undefined) => part?.includes('{') === true;
  const takes = general.every((part, index) => part === special[index] || isParameter(part));
  return takes && general.some((part, index) => isParameter(part) && !isParameter(special[index]));
}

/** Combines the HTTP operations of modules. */
export function combineServed(modules: readonly Module[]): ServedRoutes {
  const [issuer = null] = modules.flatMap((module) => module.issuer ?? []);
  return {
    issuer,
    extensions: modules.flatMap(({ extension }) => extension ?? []),
    operations: sortForRouter(modules.flatMap(({ operations = [] }) => operations)),
    pages: modules.flatMap(({ pages = [] }) => pages),
  };
}

/** Opens the parts of modules for a ledger. */
export function openLedgerParts(modules: readonly Module[], host: LedgerHost) {
  const openedParts: Partial<LedgerOptions>[] = modules.flatMap(
    (module) => module.opensForLedger?.(host) ?? [],
  );
  return {
    subjects: modules.flatMap(({ ledger }) => ledger ?? []),
    ...(Object.assign({}, ...openedParts) as Partial<LedgerOptions>),
  };
}

/** Opens the parts of modules for their operations. */
export function openApiParts(modules: readonly Module[], host: ApiHost): OpenedForApi {
  return Object.assign({}, ...modules.map(({ opensForApi }) => opensForApi?.(host) ?? {}));
}

/** Combines the steps of modules at the start of a bank. */
export function combineStarts(modules: readonly Module[], host: StartHost) {
  const steps = modules.flatMap(({ starts }) => starts ?? []);
  return {
    prepare() {
      for (const { prepare } of steps) prepare?.(host);
    },
    async register() {
      for (const { register } of steps) await register?.(host);
    },
    async warm() {
      for (const { warm } of steps) await warm?.(host);
    },
  };
}

/** Combines the events of modules. */
export function eventsOf(modules: readonly Module[]): EventCatalogue {
  const all = modules.map(({ eventSchemas }) => eventSchemas);
  return {
    types: new Set(modules.flatMap(({ events = [] }) => events.map(({ type }) => type))),
    objects: Object.assign({}, ...all.map((part) => part?.objects)),
    ofType: Object.assign({}, ...all.map((part) => part?.ofType)),
    examples: Object.assign({}, ...all.map((part) => part?.examples)),
  };
}

/** The modules without the named one and those that require it. */
export function withoutModule(modules: readonly Module[], name: string): Module[] {
  const missing = new Set([name]);
  const dependsOnMissing = (module: Module) =>
    !missing.has(module.name) && module.requires.some((need) => missing.has(need));
  for (let next = modules.find(dependsOnMissing); next; next = modules.find(dependsOnMissing))
    missing.add(next.name);
  return modules.filter((module) => !missing.has(module.name));
}
