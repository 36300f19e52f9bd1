// The sandbox: its test clock and its simulated outside events.

import { Act } from '../../console/kit/act.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Badge, Card, Facts, Time } from '../../console/kit/show.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { bank } from '../shell/bank.ts';
import { may } from '../shell/session.ts';
import { Simulations } from './simulations.tsx';

export function SandboxPage() {
  return (
    <>
      <h1>Sandbox</h1>
      <div class="cards wide">
        {may('developer:read') ? <ClockCard /> : null}
        <Simulations />
        {may('developer:write') ? <ResetCard /> : null}
      </div>
    </>
  );
}

const STEPS = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P30D', '30 days'],
] as const;

function ClockCard() {
  const query = useLoad(() => bank.getClock(), [], { isLive: true });
  return (
    <Card title="Clock">
      <p>The sandbox has its own clock. Schedules, holds and statements follow it.</p>
      <WhenLoaded query={query}>
        {({ now, realTime, status, driven }) => (
          <Facts
            facts={[
              ['Sandbox time', <Time at={now} />],
              ['Real time', <Time at={realTime} />],
              ['State', <Badge value={status} />],
              driven > 0 ? ['Due in the last move', driven] : null,
            ]}
          />
        )}
      </WhenLoaded>
      {may('developer:write') ? (
        <>
          <div class="row">
            {STEPS.map(([advanceBy, text]) => (
              <Act
                key={advanceBy}
                label={`Advance ${text}`}
                successText="The clock has moved."
                needsReason={false}
                run={() => bank.advanceClock({ body: { advanceBy } })}
              />
            ))}
          </div>
          <Act
            label="Move the clock"
            successText="The clock has moved."
            needsReason={false}
            run={(form) => {
              const target = readText(form, 'advanceTo');
              const advanceTo = target === null ? '' : new Date(target).toISOString();
              return bank.advanceClock({ body: { advanceTo } });
            }}
          >
            {(error) => (
              <TextField
                label="Move to"
                name="advanceTo"
                type="datetime-local"
                error={error}
                isRequired
                help="The clock only moves forward."
              />
            )}
          </Act>
        </>
      ) : null}
    </Card>
  );
}

function ResetCard() {
  return (
    <Card title="Reset">
      <p>
        Removes the customers, accounts, payments, endpoints and events of your sandbox. API keys
        and the request log stay.
      </p>
      <Act
        label="Reset the sandbox"
        isDanger
        successText="The sandbox is empty."
        needsReason={false}
        run={(form) =>
          bank.resetSandbox({ body: { confirm: readText(form, 'confirm') as 'reset' } })
        }
      >
        {(error) => (
          <TextField
            label="Type reset to confirm"
            name="confirm"
            error={error}
            isRequired
            help="This cannot be undone."
          />
        )}
      </Act>
    </Card>
  );
}
