// The manifest of a module, and the host's reading of all manifests.

import type { Served } from '../api/app.ts';
import type { EventCatalogue, EventSchemas } from '../api/events/catalogue.ts';
import type { BankExtension } from '../api/kit/context.ts';
import type { Operation } from '../api/kit/operation.ts';
import type { Sweeps } from '../bank/sweeps/swept.ts';
import type { LedgerOptions } from '../db/ledger.ts';
import type { LedgerSubject } from '../db/subject.ts';
import type { EventObject, EventType } from '../ledger/event.ts';
import type { CrewActivities } from './crew.ts';
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

/** A subject of the product: its additions to each of the bank's registries. */
export interface Module {
  readonly name: string;
  /** Its purpose, in one sentence. */
  readonly purpose: string;
  /** Modules that have to be there, too. */
  readonly requires: readonly string[];
  readonly operations?: readonly Operation[];
  /** Pages for browsers. */
  readonly pages?: Served['pages'];
  /** Issues tokens to apps, and reads them. */
  readonly issuer?: NonNullable<Served['issuer']>;
  /** The module's additions to operations of the core. */
  readonly extension?: BankExtension;
  readonly events?: readonly EventLine[];
  /** Its additions to each ledger. */
  readonly ledger?: LedgerSubject;
  readonly opensForLedger?: OpensForLedger;
  readonly opensForApi?: OpensForApi;
  readonly starts?: ModuleStart;
  /** Types of the workflows that are its own. */
  readonly workflows?: readonly string[];
  /** Activities of its workflows. */
  readonly activities?: CrewActivities;
  /** The sweeper's work for the module. */
  readonly sweeps?: Sweeps;
  /** Schemas of its events' payloads. */
  readonly eventSchemas?: EventSchemas;
}

/** Operations in the order in which a router has to ask them: a name goes before a parameter. */
function inOrderOfPaths(operations: readonly Operation[]): Operation[] {
  const ordered: { operation: Operation; parts: readonly string[] }[] = [];
  for (const operation of operations) {
    const parts = operation.path.split('/');
    const at = ordered.findIndex((one) => takesPath(one.parts, parts));
    ordered.splice(at === -1 ? ordered.length : at, 0, { operation, parts });
  }
  return ordered.map(({ operation }) => operation);
}

/** True when a route answers requests that another one with more names in its path is meant for. */
function takesPath(general: readonly string[], special: readonly string[]): boolean {
  if (general.length !== special.length) return false;
  const isParameter = (part: string | undefined) => part?.includes('{') === true;
  const takes = general.every((part, at) => part === special[at] || isParameter(part));
  return takes && general.some((part, at) => isParameter(part) && !isParameter(special[at]));
}

/** The served parts of some modules. */
export function servedBy(modules: readonly Module[]): Served {
  const [issuer = null] = modules.flatMap((one) => one.issuer ?? []);
  return {
    issuer,
    extensions: modules.flatMap(({ extension }) => extension ?? []),
    operations: inOrderOfPaths(modules.flatMap(({ operations = [] }) => operations)),
    pages: modules.flatMap(({ pages = [] }) => pages),
  };
}

/** What some modules add to a ledger, and open for it. */
export function ledgerPartsOf(modules: readonly Module[], host: LedgerHost) {
  const opened: Partial<LedgerOptions>[] = modules.flatMap(
    (one) => one.opensForLedger?.(host) ?? [],
  );
  return {
    subjects: modules.flatMap(({ ledger }) => ledger ?? []),
    ...(Object.assign({}, ...opened) as Partial<LedgerOptions>),
  };
}

/** What some modules open for their operations; nobody asks for the parts of the others. */
export function apiPartsOf(modules: readonly Module[], host: ApiHost): OpenedForApi {
  return Object.assign({}, ...modules.map(({ opensForApi }) => opensForApi?.(host) ?? {}));
}

/** The steps of some modules at the start of a bank, in their order. */
export function startOf(modules: readonly Module[], host: StartHost) {
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

/** The events of some modules. */
export function eventsOf(modules: readonly Module[]): EventCatalogue {
  const all = modules.map(({ eventSchemas }) => eventSchemas);
  return {
    types: new Set(modules.flatMap(({ events = [] }) => events.map(({ type }) => type))),
    objects: Object.assign({}, ...all.map((one) => one?.objects)),
    ofType: Object.assign({}, ...all.map((one) => one?.ofType)),
    examples: Object.assign({}, ...all.map((one) => one?.examples)),
  };
}

/** The modules without one of them, and without those that require it. */
export function without(modules: readonly Module[], name: string): Module[] {
  const gone = new Set([name]);
  const goes = (one: Module) => !gone.has(one.name) && one.requires.some((need) => gone.has(need));
  for (let next = modules.find(goes); next; next = modules.find(goes)) gone.add(next.name);
  return modules.filter((one) => !gone.has(one.name));
}
