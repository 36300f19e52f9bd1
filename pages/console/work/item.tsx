// One item of work: everything needed to decide it, the assigned operator, notes, the decision.

import { useEffect, useRef } from 'preact/hooks';
import { Act, Field, showMessage } from '../kit/act.tsx';
import { useKeys } from '../kit/keyboard.tsx';
import { type LoadedData, ownChanges, useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { formatCode, formatDuration } from '../kit/text.ts';
import { readReason } from '../look-up/reason.tsx';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, navigate, pathTo } from '../shell/router.ts';
import { me } from '../shell/session.ts';
import { AmlAlertFile, AmlCaseFile } from './aml-files.tsx';
import { ContestFile } from './contest-file.tsx';
import { CreditFile } from './credit-file.tsx';
import { lastDecided, openItem } from './decide.tsx';
import { HitFile } from './hit-file.tsx';
import { KycFile } from './identity-files.tsx';
import { PaymentFile } from './payment-file.tsx';
import { Assignee } from './queue.tsx';

type WorkFile = Schemas['WorkFile'];

/** The file that shows and decides the items of each queue. */
const FILES = {
  payment_reviews: PaymentFile,
  account_alerts: PaymentFile,
  kyc_reviews: KycFile,
  screening_hits: HitFile,
  aml_alerts: AmlAlertFile,
  aml_cases: AmlCaseFile,
  credit_reviews: CreditFile,
  contested_decisions: ContestFile,
} as const;

export function WorkItemPage({ id }: { readonly id: string }) {
  const shownEnvironment = environment.value;
  const file: LoadedData<WorkFile> = useLoad(
    () => bank.getWork({ workItemId: id, environment: shownEnvironment }),
    [id, shownEnvironment],
  );
  useKeys([{ keys: 'u', does: 'Back to the queue', run: () => history.back() }]);
  useEffect(() => {
    openItem.value = file.data;
    return () => {
      openItem.value = null;
    };
  }, [file.data]);
  // Look-ups from this page give this item as their reason.
  readReason.value ??= `The work item ${id}`;
  return (
    <WhenLoaded query={file}>
      {(item) => {
        const File = FILES[item.queue];
        return (
          <>
            <h1>{formatCode(item.queue)}</h1>
            <PreviousDecision id={item.id} />
            <div class="columns">
              <div>
                <File item={item} />
              </div>
              <div>
                <Arrangement item={item} />
                <Notes item={item} />
              </div>
            </div>
          </>
        );
      }}
    </WhenLoaded>
  );
}

/** The item that was decided before this one opened by itself. */
function PreviousDecision({ id }: { readonly id: string }) {
  const last = lastDecided.value;
  if (last === null || last.id === id) return null;
  return (
    <p class="quiet">
      {last.action}: <Id id={last.id} />. This is the next one in the queue.
    </p>
  );
}

function Arrangement({ item }: { readonly item: WorkFile }) {
  const isMine = item.assigneeId === me.value?.id;
  // An operator who acts twice before the page has reloaded must not conflict with themselves.
  const version = useRef(item.version);
  version.current = Math.max(version.current, item.version);
  const changeItem = async (fields: object, message: string) => {
    const body = { environment: environment.value, reason: message, ...fields };
    try {
      const order = { workItemId: item.id, body };
      const arranged = await bank.arrangeWork(order, { ifMatch: version.current });
      version.current = arranged.version;
      showMessage(message);
    } catch {
      showMessage('Another operator has changed this item. The page shows its new state.', true);
    }
    ownChanges.value += 1;
  };
  const toggleAssignment = () => {
    if (isMine) void changeItem({ assigneeId: null }, 'Unassigned.');
    else void changeItem({ assigneeId: me.value?.id }, 'Assigned to you.');
  };
  useKeys(
    [{ keys: 'm', does: 'Assigns the item to you, or unassigns it', run: toggleAssignment }],
    [item.version],
  );
  const changePriority = (event: Event) =>
    changeItem({ priority: (event.currentTarget as HTMLSelectElement).value }, 'Priority changed.');
  return (
    <Card title="Assignment">
      <Facts
        facts={[
          ['Id', <span class="id">{item.id}</span>],
          ['State', <Badge value={item.isOpen ? 'open' : 'closed'} />],
          ['Why', item.reasons.map(formatCode).join(', ')],
          item.score === 0 ? null : ['Score', `${item.score} of 100`],
          item.amount === null
            ? null
            : ['Amount', <Money minor={item.amount} currency={item.currency ?? ''} />],
          ['Opened', <Time at={item.openedAt} />],
          item.isOpen ? ['Waiting for', formatDuration(item.ageSeconds)] : null,
          ['Assignee', <Assignee id={item.assigneeId} />],
          ['Developer', <Id id={item.developerId} />],
          ['Customer', <Id id={item.customerId} />],
          item.accountId ? ['Account', <Id id={item.accountId} />] : null,
          item.transactionId ? ['Transaction', <Id id={item.transactionId} />] : null,
        ]}
      />
      {item.isOpen ? (
        <div class="row actions">
          <button type="button" class="second" onClick={toggleAssignment}>
            {isMine ? 'Unassign' : 'Assign to me'} <kbd>m</kbd>
          </button>
          <label for="priority">Priority</label>
          <select
            id="priority"
            value={item.priority}
            onChange={(event) => void changePriority(event)}
          >
            {['low', 'normal', 'high', 'urgent'].map((priority) => (
              <option key={priority} value={priority}>
                {formatCode(priority)}
              </option>
            ))}
          </select>
        </div>
      ) : (
        <p>
          <button type="button" class="link" onClick={() => navigate(pathTo('work'))}>
            Back to the queue
          </button>
        </p>
      )}
    </Card>
  );
}

function Notes({ item }: { readonly item: WorkFile }) {
  return (
    <Card title="Notes">
      {item.notes.length === 0 ? (
        <p class="quiet">No notes yet. Notes cannot be changed or deleted.</p>
      ) : null}
      <ol class="timeline">
        {item.notes.map(({ author, body, createdAt }) => (
          <li key={createdAt}>
            <div>{body}</div>
            <div class="quiet">
              <Person id={author} />, <Time at={createdAt} />
            </div>
          </li>
        ))}
      </ol>
      <Act
        label="Add note"
        successText="The note is kept."
        needsReason={false}
        run={(form) => {
          const note = String(form.get('note') ?? '').trim();
          const body = { environment: environment.value, note };
          return bank.addWorkNote({ workItemId: item.id, body });
        }}
      >
        {(error) => (
          <Field label="Note" name="note" error={error}>
            {(props) => <textarea {...props} maxLength={4000} required />}
          </Field>
        )}
      </Act>
    </Card>
  );
}
