import { fieldOf } from '../form.ts';
import { ReasonField } from './reason-field.tsx';
import { Panel } from './screen.tsx';

const scopes = [
  ['lookup', 'look up wallets, users and decisions'],
  ['read', 'read everything'],
  ['sign', 'sign with wallets'],
  ['wallets', 'make wallets'],
  ['export', 'export private keys'],
  ['policies', 'change policies'],
  ['settings', 'change settings'],
  ['providers', 'change identity providers'],
  ['webhooks', 'change webhooks'],
] as const;
type Scope = (typeof scopes)[number][0];
export type AskedKey = {
  readonly label?: string;
  readonly scopes?: readonly Scope[];
  readonly time_expires?: number;
};

const day = 86_400;
const lives = [
  ['', 'Never'],
  [String(30 * day), 'In 30 days'],
  [String(90 * day), 'In 90 days'],
  [String(365 * day), 'In a year'],
] as const;

export function NewKey({
  isBusy,
  reason,
  onReason,
  onAsked,
}: {
  readonly isBusy: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onAsked: (asked: AskedKey) => void;
}) {
  return (
    <Panel title="New key">
      <form
        className="panel-body"
        onSubmit={(event) => {
          event.preventDefault();
          onAsked(askedIn(event.currentTarget, Date.now() / 1000));
        }}
      >
        <div className="form-row">
          <label className="field">
            <span>Label</span>
            <input name="label" maxLength={255} placeholder="checkout server" autoComplete="off" />
          </label>
          <label className="field">
            <span>Ends</span>
            <select name="life">
              {lives.map(([seconds, text]) => (
                <option key={text} value={seconds}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </div>
        <fieldset>
          <legend className="legend-text">Scopes (none: no limits)</legend>
          <div className="choices">
            {scopes.map(([one, what]) => (
              <label key={one} className="check" title={what}>
                <input type="checkbox" name={one} /> {one}
              </label>
            ))}
          </div>
        </fieldset>
        <ReasonField {...{ reason, onReason }} />
        <div className="actions">
          <button type="submit" className="primary" disabled={isBusy}>
            Make a key
          </button>
        </div>
      </form>
    </Panel>
  );
}

function askedIn(form: HTMLFormElement, now: number): AskedKey {
  const given = new FormData(form);
  const [label, life] = [fieldOf(form, 'label'), fieldOf(form, 'life')];
  const chosen = scopes.flatMap(([one]) => (given.get(one) === null ? [] : [one]));
  return {
    ...(label !== '' && { label }),
    ...(chosen.length > 0 && { scopes: chosen }),
    ...(life !== '' && { time_expires: Math.floor(now) + Number(life) }),
  };
}
