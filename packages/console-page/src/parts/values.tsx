import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type Tone = 'good' | 'bad' | 'warn' | 'plain' | 'accent';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** A name such as `admin.policy_updated`, which may go on in the next line after each of its words. */
export function Name({ of }: { readonly of: string }) {
  return (
    <code>
      {of.split(/(?<=[._])/).map((word, at) => (
        // Words have no other name than their place.
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  );
}

const outcomes: Readonly<Record<string, readonly [Tone, string]>> = {
  allow: ['good', 'Allowed'],
  deny: ['bad', 'Denied'],
  require_mfa: ['warn', 'Second factor'],
  require_approval: ['warn', 'Approvals'],
};

export function Outcome({ outcome }: { readonly outcome: string }) {
  const [tone, text] = outcomes[outcome] ?? ['plain', outcome];
  return <Badge tone={tone}>{text}</Badge>;
}

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const near = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const far = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** `at`: Unix seconds, or RFC 3339. Of today, the time alone. */
export function Time({ at }: { readonly at: number | string | null | undefined }) {
  if (at === null || at === undefined) return <span className="quiet">–</span>;
  const date = new Date(typeof at === 'number' ? at * 1000 : at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time className="number" dateTime={date.toISOString()} title={whole.format(date)}>
      {isToday ? `Today, ${near.format(date)}` : far.format(date)}
    </time>
  );
}

/** Copies a text, and says so. */
export function Copy({ text, what = text }: { readonly text: string; readonly what?: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => {
      setDone(false);
    }, 1_600);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone]);
  return (
    <button
      type="button"
      className={isDone ? 'copy copied' : 'copy'}
      aria-label={isDone ? `Copied ${what}` : `Copy ${what}`}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setDone(true);
        });
      }}
    >
      <Icon name={isDone ? 'done' : 'copy'} />
    </button>
  );
}

/** An id or an address: its ends are shown, and all of it is copied. */
export function Id({ value }: { readonly value: string | null | undefined }) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>;
  return (
    <span className="id">
      <code title={value}>{shortened(value)}</code>
      <Copy text={value} />
    </span>
  );
}

function shortened(value: string): string {
  return value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value;
}

/** `isWhole`: all of it is in view, because somebody decides by it. */
export function Json({ value, isWhole = false }: { readonly value: unknown; readonly isWhole?: boolean }) {
  return (
    <pre className={isWhole ? 'json json-whole' : 'json'} tabIndex={0}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  );
}

/** Terms and what they are, such as the fields of one record. */
export function Facts({ of }: { readonly of: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** With the address at which they sign in with their organization, if it is known. */
export function PersonName({
  of: { name, email },
}: {
  readonly of: { readonly name: string; readonly email: string | null };
}) {
  return (
    <span>
      <strong>{name}</strong>
      {email !== null && <span className="quiet small"> {email}</span>}
    </span>
  );
}
