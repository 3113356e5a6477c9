import { useEffect, useState } from 'preact/hooks';
import { MESSAGE_TYPES } from '../../../contracts/webhook-events.ts';
import { describeProblem } from '../api/client.ts';
import type { Page, WebhookAttempt } from '../api/types.ts';
import { type AttemptFilters, listAttempts, redeliver } from '../api/webhooks.ts';
import { onEvents } from '../state/events.ts';
import { formatTime, formatWhen } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, Loading, Problem } from '../ui/states.tsx';
import { attempt as tryTo, useResource } from '../ui/use-resource.ts';
import { describeOutcome, describeTrigger } from './attempt-words.ts';
import { MessageBody } from './message-body.tsx';
import { Sparkline } from './sparkline.tsx';

const OUTCOMES = [
  ['', 'Any outcome'],
  ['succeeded', 'Delivered'],
  ['failed', 'Failed'],
  ['skipped', 'Not sent'],
  ['ended', 'Ended'],
] as const;

/** The delivery log of an endpoint, newest first. */
export function AttemptLog({ endpointId }: { endpointId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [filters, setFilters] = useState<AttemptFilters>({ outcome: '', eventType: '' });
  const key = `${endpointId} ${filters.outcome} ${filters.eventType}`;
  const { value, problem, reload, set } = useResource(key, () => listAttempts(endpointId, filters, null));
  useEffect(
    () =>
      onEvents(
        (event) => event.kind === 'attempt' && event.endpointId === endpointId && void reload(),
        () => void reload(),
      ),
    [endpointId, reload],
  );
  const resend = (attempt: WebhookAttempt) =>
    tryTo(() => redeliver(endpointId, attempt.message_id), 'Sent again').then(() => reload());
  return (
    <section class="attempts" aria-labelledby="attempts-title">
      <header>
        <h2 id="attempts-title">Deliveries</h2>
        {value && <Sparkline attempts={value.items} />}
        <button type="button" class="icon-button" aria-label="Reload the log" onClick={() => void reload()}>
          <Icon name="refresh" />
        </button>
      </header>
      <Filters filters={filters} onChange={setFilters} />
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value?.items.length === 0 && (
        <EmptyState title="No deliveries yet">Send a ping to test the endpoint.</EmptyState>
      )}
      {value && value.items.length > 0 && (
        <AttemptTable attempts={value.items} resend={resend} open={({ message_id: id }) => setOpened(id)} />
      )}
      {opened !== null && <MessageBody endpointId={endpointId} messageId={opened} onClose={() => setOpened(null)} />}
      {value?.next_cursor && (
        <OlderAttempts page={value} read={(cursor) => listAttempts(endpointId, filters, cursor)} show={set} />
      )}
    </section>
  );
}

function Filters({ filters, onChange }: { filters: AttemptFilters; onChange: (next: AttemptFilters) => void }) {
  return (
    <div class="attempt-filters">
      <select
        aria-label="Outcome"
        value={filters.outcome}
        onChange={(event) => onChange({ ...filters, outcome: event.currentTarget.value as AttemptFilters['outcome'] })}
      >
        {OUTCOMES.map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Event"
        value={filters.eventType}
        onChange={(event) => onChange({ ...filters, eventType: event.currentTarget.value })}
      >
        <option value="">Any event</option>
        {MESSAGE_TYPES.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TableProps {
  readonly attempts: readonly WebhookAttempt[];
  readonly resend: (attempt: WebhookAttempt) => void;
  readonly open: (attempt: WebhookAttempt) => void;
}

function AttemptTable({ attempts, resend, open }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table-scroll" aria-label="Attempt log" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Event</th>
            <th scope="col">Outcome</th>
            <th scope="col">Took</th>
            <th scope="col">
              <span class="hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.attempt_id} attempt={attempt} resend={resend} open={open} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AttemptRow({ attempt, resend, open }: { attempt: WebhookAttempt } & Omit<TableProps, 'attempts'>) {
  const { at, event_type: type, outcome, location, duration_ms: ms, next_attempt_at: next } = attempt;
  return (
    <tr>
      <td>
        <time dateTime={at} title={formatTime(at)}>
          {formatWhen(at)}
        </time>
      </td>
      <td>
        <code>{type}</code>
        <span class="hint">{describeTrigger(attempt)}</span>
      </td>
      <td>
        <span class={`state ${outcome === 'succeeded' ? 'completed' : outcome}`}>{describeOutcome(attempt)}</span>
        {location !== null && <span class="hint url">To {location}</span>}
        {next !== null && <span class="hint">Next attempt {formatTime(next)}</span>}
      </td>
      <td class="number">{ms === null ? '–' : `${ms} ms`}</td>
      <td>
        {isKept(attempt) && (
          <span class="buttons">
            <button type="button" class="button quiet" onClick={() => open(attempt)}>
              Body<span class="hidden"> of {type}</span>
            </button>
            <button type="button" class="button quiet" onClick={() => resend(attempt)}>
              Redeliver<span class="hidden"> {type}</span>
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Only note events can be sent again: the content of pings and tests is not stored. */
const isKept = ({ note_id: noteId, trigger }: WebhookAttempt) => noteId !== null && trigger !== 'test';

interface OlderProps {
  readonly page: Page<WebhookAttempt>;
  readonly read: (cursor: string | null) => Promise<Page<WebhookAttempt>>;
  readonly show: (page: Page<WebhookAttempt>) => void;
}

function OlderAttempts({ page, read, show }: OlderProps) {
  const [problem, setProblem] = useState<string | null>(null);
  async function more() {
    try {
      const older = await read(page.next_cursor);
      show({ items: [...page.items, ...older.items], next_cursor: older.next_cursor });
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <>
      {problem !== null && <Problem>{problem}</Problem>}
      <button type="button" class="button quiet wide" onClick={more}>
        Older deliveries
      </button>
    </>
  );
}
